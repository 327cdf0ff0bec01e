/** Dialogs that any page may open. */
class Shell {
  settings = $state(false);
  keys = $state(false);
}

export const shell = new Shell();

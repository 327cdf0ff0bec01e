/** After a change of page the reader starts at its heading, as with a page loaded anew. */
export function focusPage(root: ParentNode = document): void {
  const heading =
    root.querySelector<HTMLElement>("main h1") ?? root.querySelector<HTMLElement>("main");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

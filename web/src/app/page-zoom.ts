/** Brings a page that two fingers have zoomed back to its own size. */
export function unzoomPage(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  if (!meta || (visualViewport?.scale ?? 1) === 1) return;
  const usual = meta.content;
  meta.content = `${usual}, maximum-scale=1`;
  // Held for a moment only: elsewhere anybody may zoom.
  setTimeout(() => (meta.content = usual), 100);
}

/** The art and the palette of the page, shared by the board and by every icon. */
import { loadArt, type Art } from "./art";
import {
  applyPalette,
  currentContrast,
  currentTheme,
  loadPalette,
  paletteOf,
  watchTheme,
  type Palette,
  type RawPalette,
} from "./palette";

class Look {
  art = $state.raw<Art | null>(null);
  palette = $state.raw<Palette | null>(null);
  problem = $state.raw<string | null>(null);
  #raw: RawPalette | null = null;
  #asked = false;

  /** Loads everything on first use; nothing happens if that has begun. */
  want(): void {
    if (this.#asked) return;
    this.#asked = true;
    Promise.all([loadArt(), loadPalette()]).then(
      ([art, raw]) => {
        this.problem = null;
        this.art = art;
        this.#raw = raw;
        this.#choose();
        watchTheme(() => this.#choose());
      },
      (problem: unknown) => {
        this.#asked = false;
        this.problem = problem instanceof Error ? problem.message : String(problem);
      },
    );
  }

  #choose(): void {
    if (!this.#raw) return;
    this.palette = paletteOf(this.#raw, currentTheme(), currentContrast());
    applyPalette(this.palette, [...Object.keys(this.#raw.powers), "neutral"]);
  }
}

export const look = new Look();

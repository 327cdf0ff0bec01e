import { describe, expect, it } from "vitest";
import { contrast, crc32, faded, inkOn, mix, paletteOf, type RawPalette } from "./palette";

const look = (pattern: string, strong: string, tint: string) => ({
  pattern,
  light: { strong, tint },
  dark: { strong, tint },
});
const ground = { pattern_opacity: 0.16, page: "#101010" };
const raw = {
  light: ground,
  dark: ground,
  powers: { germany: look("pillars", "#222631", "#abaeb3") },
  neutral: { strict: look("specks", "#878681", "#fbf8ed") },
  spare: [look("bricks", "#be7eff", "#eae7ff"), look("diamonds", "#c25f65", "#c7aeaf")],
} as unknown as RawPalette;

describe("the palette", () => {
  it("gives each power its signs, and unknown ones always the same spare", () => {
    const palette = paletteOf(raw, "light");
    expect(palette.power("germany")).toMatchObject({ emblem: "emblem-germany", ink: "#ffffff" });
    expect(palette.power("neutral").emblem).toBe("emblem-neutral");
    const number = (crc32("atlantis") % 2) + 1;
    expect(palette.power("atlantis").emblem).toBe(`emblem-spare-${number}`);
    expect(palette.power("atlantis")).toBe(palette.power("atlantis"));
  });

  it("reckons the number of a name as the server does", () => {
    expect(crc32("123456789")).toBe(0xcbf43926);
  });

  it("has stronger patterns and tints for those who ask for contrast", () => {
    const [plain, strong] = [paletteOf(raw, "light"), paletteOf(raw, "light", true)];
    expect(strong.pattern_opacity).toBeGreaterThan(plain.pattern_opacity);
    expect(strong.power("germany").tint).not.toBe(plain.power("germany").tint);
    const { tint, tintInk } = strong.power("germany");
    expect(contrast(tint, tintInk)).toBeGreaterThan(4.5);
  });

  it("mixes colours and finds the clearer ink", () => {
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(faded("#ff8000", 0.5)).toBe("rgb(255 128 0 / 0.5)");
    expect(inkOn("#ffff00")).toBe("#0a0d10");
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  });
});

/** How the pieces look: chips, badges, names, leaders and dots. Everything is in map units. */
import type { StackView } from "../api/schema";
import { unitSymbol, type Art } from "./art";
import { CAP_HEIGHT, FAMILY, WEIGHT, textWidth } from "./lettering";
import { faded, inkOn, mix, type Palette, type PowerLook } from "./palette";
import { symbolPaths } from "./paths";
import {
  CARGO,
  COUNT,
  LEADING,
  PAD,
  SIGN,
  aboard,
  hasSign,
  numberWidth,
  type Badge,
  type Chip,
  type Label,
} from "./pieces";
import { center, grown, type Box } from "./room";

export class Pen {
  constructor(
    readonly ctx: CanvasRenderingContext2D,
    /** The size of a pixel in map units. */
    readonly unit: number,
    readonly palette: Palette,
    readonly art: Art,
    /** Of units, for those that have no symbol of their own. */
    readonly domains: ReadonlyMap<string, string>,
  ) {}

  symbol(name: string, box: Box, color: string): void {
    const { ctx } = this;
    ctx.save();
    ctx.translate(box.x, box.y);
    ctx.scale(box.width / 32, box.height / 32);
    ctx.fillStyle = color;
    for (const { path, rule } of symbolPaths(this.art.symbols.get(name) ?? []))
      ctx.fill(path, rule);
    ctx.restore();
  }

  unitSymbol(unit: string): string {
    return unitSymbol(this.art, unit, this.domains.get(unit));
  }

  /** Words centred on a point. */
  text(words: string, x: number, y: number, size: number, color: string): void {
    const { ctx } = this;
    ctx.font = `${WEIGHT} ${size}px ${FAMILY}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = color;
    ctx.fillText(words, x, y + (CAP_HEIGHT * size) / 2);
  }

  plate(box: Box, radius: number): void {
    this.ctx.beginPath();
    this.ctx.roundRect(box.x, box.y, box.width, box.height, radius);
  }

  // --- names

  label(piece: Label, ink: string, halo: string): void {
    const { ctx } = this;
    const x = piece.box.x + piece.box.width / 2;
    ctx.lineWidth = 2.6 * this.unit;
    ctx.lineJoin = "round";
    ctx.strokeStyle = faded(halo, 0.8);
    ctx.font = `${WEIGHT} ${piece.size}px ${FAMILY}`;
    ctx.textAlign = "center";
    piece.lines.forEach((line, i) => {
      const y = piece.box.y + (i + 0.5) * LEADING * piece.size;
      ctx.strokeText(line, x, y + (CAP_HEIGHT * piece.size) / 2);
      this.text(line, x, y, piece.size, ink);
    });
  }

  // --- chips

  chip(piece: Chip): void {
    const { box, stack } = piece;
    const colors = this.palette.power(piece.power);
    if (piece.sign) this.#sign(box, colors);
    else if (stack) this.#stack(piece, stack, colors);
    else this.#total(piece, colors);
  }

  /** The emblem of a power in front of its chips. */
  #sign(box: Box, colors: PowerLook): void {
    const { ctx } = this;
    this.plate(box, box.height / 2);
    ctx.fillStyle = colors.ink;
    ctx.fill();
    ctx.strokeStyle = colors.strong;
    ctx.lineWidth = 1.2 * this.unit;
    ctx.stroke();
    this.symbol(colors.emblem, grown(box, -0.2 * box.height), colors.strong);
  }

  /** All units of a power: its emblem and their number. */
  #total(piece: Chip, colors: PowerLook): void {
    const { box } = piece;
    const { height } = box;
    this.#body(box, height / 2, colors.strong, colors.ink);
    const wide = textWidth(String(piece.number)) * COUNT * height;
    let x = box.x + box.width - wide / 2 - PAD * height * 0.8;
    if (piece.plain) x = box.x + box.width / 2;
    else {
      const inset = 0.14 * height;
      const size = height - 2 * inset;
      const at = { x: box.x + inset + PAD * height * 0.25, y: box.y + inset };
      this.symbol(colors.emblem, { ...at, width: size, height: size }, colors.ink);
    }
    this.text(String(piece.number), x, box.y + height / 2, COUNT * height, colors.ink);
  }

  #body(box: Box, radius: number, fill: string, edge: string): void {
    const { ctx } = this;
    this.plate(box, radius);
    ctx.fillStyle = fill;
    ctx.fill();
    ctx.strokeStyle = faded(edge, this.palette.contrast ? 1 : 0.7);
    ctx.lineWidth = (this.palette.contrast ? 1.5 : 0.8) * this.unit;
    ctx.stroke();
  }

  /** Equal units: symbol, cargo, number, and signs of what has become of them. */
  #stack(piece: Chip, stack: StackView, colors: PowerLook): void {
    const { ctx } = this;
    const { box } = piece;
    const { height } = box;
    const radius = 0.22 * height;
    // Units that can do nothing more are pale and have a dashed edge.
    const strong = stack.spent ? mix(colors.strong, this.palette.halo, 0.55) : colors.strong;
    const ink = stack.spent ? mix(inkOn(strong), strong, 0.12) : colors.ink;
    this.#body(box, radius, strong, colors.ink);
    if (stack.spent) this.#dashed(box, radius, colors);
    const inset = 0.1 * height;
    const size = height - 2 * inset;
    const cargo = aboard(stack);
    const inner = height + cargo.length * CARGO * height;
    const left = piece.number
      ? box.x + inset + PAD * height * 0.25
      : box.x + (box.width - inner) / 2 + inset;
    this.symbol(
      this.unitSymbol(stack.unit),
      { x: left, y: box.y + inset, width: size, height: size },
      ink,
    );
    cargo.forEach((each, i) => {
      const side = (CARGO - 0.06) * height;
      const x = left + size + (0.06 + i * CARGO) * height;
      const at = { x, y: box.y + height / 2 - side / 2, width: side, height: side };
      const look = this.palette.power(each.power);
      this.plate(at, 0.2 * side);
      ctx.fillStyle = look.ink;
      ctx.fill();
      this.symbol(this.unitSymbol(each.unit), grown(at, -0.1 * side), look.strong);
    });
    if (piece.number) {
      let x = box.x + box.width - (numberWidth(piece.number) * height) / 2;
      x -= 0.03 * height + (hasSign(stack) ? SIGN * height : 0);
      this.text(String(piece.number), x, box.y + height / 2, COUNT * height, ink);
    }
    if (stack.submerged) this.#water(box, radius);
    const side = 0.5 * height;
    const corner = { x: box.x + box.width - 0.38 * height, y: box.y - 0.12 * height };
    const lower = { ...corner, y: box.y + 0.62 * height };
    const sized = { width: side, height: side };
    if (stack.damaged) this.#corner("damaged", { ...corner, ...sized }, this.palette.battle);
    if (stack.submerged) this.#corner("submerged", { ...lower, ...sized }, this.palette.ink);
    else if (stack.moved) {
      const name = stack.spent ? "exhausted" : "moved";
      this.#corner(name, { ...lower, ...sized }, this.palette.ink);
    }
  }

  #dashed(box: Box, radius: number, colors: PowerLook): void {
    const { ctx } = this;
    this.plate(grown(box, -0.4 * this.unit), radius);
    ctx.setLineDash([3 * this.unit, 2 * this.unit]);
    ctx.strokeStyle = colors.strong;
    ctx.lineWidth = 1.4 * this.unit;
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** The lower half of a chip under water. */
  #water(box: Box, radius: number): void {
    const { ctx } = this;
    ctx.save();
    this.plate(box, radius);
    ctx.clip();
    ctx.fillStyle = faded(this.palette.sea, 0.62);
    ctx.beginPath();
    const [level, wave] = [box.y + 0.45 * box.height, box.height / 4];
    ctx.moveTo(box.x, level);
    for (let x = box.x; x < box.x + box.width; x += 2 * wave) {
      ctx.quadraticCurveTo(x + wave / 2, level - wave / 2, x + wave, level);
      ctx.quadraticCurveTo(x + 1.5 * wave, level + wave / 2, x + 2 * wave, level);
    }
    ctx.lineTo(box.x + box.width + wave, box.y + box.height);
    ctx.lineTo(box.x, box.y + box.height);
    ctx.fill();
    ctx.restore();
  }

  /** A small mark at the corner of a chip, on a disc that keeps it apart from the chip. */
  #corner(name: string, box: Box, color: string): void {
    const { ctx } = this;
    const [x, y] = center(box);
    ctx.beginPath();
    ctx.arc(x, y, box.width / 2, 0, 2 * Math.PI);
    ctx.fillStyle = this.palette.halo;
    ctx.fill();
    this.symbol(name, grown(box, -0.1 * box.width), color);
  }

  /** A ring around picked units. */
  ring({ box, stack }: Chip): void {
    const { ctx } = this;
    const gap = 2.5 * this.unit;
    this.plate(grown(box, gap), (stack ? 0.22 : 0.5) * box.height + gap);
    ctx.strokeStyle = this.palette.halo;
    ctx.lineWidth = 5 * this.unit;
    ctx.stroke();
    ctx.strokeStyle = this.palette.highlight;
    ctx.lineWidth = 3 * this.unit;
    ctx.stroke();
  }

  /** How many are picked, above the chip. */
  picked({ box }: Chip, count: number, of: number): void {
    const { ctx } = this;
    const words = `${count}/${of}`;
    const size = Math.max(11 * this.unit, 0.42 * box.height);
    const [width, height] = [textWidth(words) * size + 0.7 * size, 1.25 * size];
    const at = { x: box.x + (box.width - width) / 2, y: box.y - 0.85 * height, width, height };
    this.plate(at, height / 2);
    ctx.fillStyle = this.palette.highlight;
    ctx.fill();
    ctx.strokeStyle = this.palette.halo;
    ctx.lineWidth = this.unit;
    ctx.stroke();
    this.text(words, ...center(at), size, this.palette.halo);
  }

  dot(x: number, y: number, power: string): void {
    const { ctx } = this;
    ctx.beginPath();
    ctx.arc(x, y, 3.6 * this.unit, 0, 2 * Math.PI);
    ctx.fillStyle = this.palette.power(power).strong;
    ctx.fill();
    ctx.strokeStyle = this.palette.halo;
    ctx.lineWidth = this.unit;
    ctx.stroke();
  }

  // --- badges

  badge(piece: Badge, ink: string): void {
    const { box } = piece;
    if (piece.mark === "value") this.#coin(piece);
    else if (piece.mark === "battle") {
      this.#disc(box, this.palette.battle, 1.6, 1);
      this.symbol("battle", grown(box, -0.08 * box.width), this.palette.battle);
    } else {
      const name = piece.mark === "facility" ? this.unitSymbol(piece.text) : piece.mark;
      this.symbol(name, box, ink);
    }
  }

  #disc(box: Box, edge: string, width: number, strength: number): void {
    const { ctx } = this;
    ctx.beginPath();
    ctx.arc(...center(box), box.width / 2, 0, 2 * Math.PI);
    ctx.fillStyle = faded(this.palette.halo, strength);
    ctx.fill();
    ctx.strokeStyle = edge;
    ctx.lineWidth = width * this.unit;
    ctx.stroke();
  }

  /** The value of a territory. */
  #coin(piece: Badge): void {
    this.#disc(piece.box, this.palette.ink, 0.8, 0.85);
    const size = piece.box.height * (piece.text.length < 2 ? 0.74 : 0.66);
    this.text(piece.text, ...center(piece.box), size, this.palette.ink);
  }
}

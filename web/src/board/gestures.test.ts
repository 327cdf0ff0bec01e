import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gestures, type Hands } from "./gestures";

let element: HTMLElement;
let gestures: Gestures;
let told: string[];
let held = { stack: false, drags: false };

const round = (values: readonly number[]) =>
  values.map((value) => Math.round(value) || 0).join(",");

beforeEach(() => {
  element = document.createElement("div");
  element.setPointerCapture = () => undefined;
  document.body.append(element);
  told = [];
  held = { stack: false, drags: false };
  const hands: Hands = {
    grab: () => held,
    pan: (dx, dy) => told.push(`pan ${round([dx, dy])}`),
    fling: (vx) => told.push(vx > 0 ? "fling right" : "fling left"),
    zoom: (factor, at) => told.push(`zoom ${factor > 1 ? "in" : "out"} ${round(at)}`),
    still: () => undefined,
    tap: (at, { add, twice }) =>
      told.push(`tap ${round(at)}${add ? " add" : ""}${twice ? " twice" : ""}`),
    sweep: (at, begins) => told.push(`sweep ${round(at)}${begins ? " begins" : ""}`),
    drag: (at) => told.push(`drag ${round(at)}`),
    drop: (at) => told.push(`drop ${at ? round(at) : "nowhere"}`),
    hover: () => undefined,
  };
  gestures = new Gestures(element, hands);
});

afterEach(() => {
  gestures.end();
  element.remove();
  vi.useRealTimers();
});

function point(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const init = { clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", bubbles: true };
  element.dispatchEvent(new PointerEvent(type, { ...init, ...more }));
}

const press = (x: number, y: number, more?: PointerEventInit) => {
  point("pointerdown", x, y, more);
  point("pointerup", x, y, more);
};

describe("hands", () => {
  it("tap, and tap twice", () => {
    press(10, 10);
    press(11, 10);
    press(200, 10, { shiftKey: true });
    expect(told).toEqual(["tap 10,10", "tap 11,10 twice", "tap 200,10 add"]);
  });

  it("pan with a moving pointer, and a trembling one still taps", () => {
    point("pointerdown", 0, 0);
    point("pointermove", 2, 1);
    point("pointerup", 2, 1);
    expect(told).toEqual(["tap 2,1"]);
    told = [];
    point("pointerdown", 0, 0);
    point("pointermove", 30, 0);
    point("pointermove", 50, 5);
    expect(told).toEqual(["pan 30,0", "pan 20,5"]);
  });

  it("drag what can be dragged, and break off", () => {
    held = { stack: true, drags: true };
    point("pointerdown", 0, 0);
    point("pointermove", 30, 0);
    point("pointerup", 40, 0);
    expect(told).toEqual(["drag 30,0", "drop 40,0"]);
    told = [];
    point("pointerdown", 0, 0);
    point("pointermove", 30, 0);
    gestures.cancel();
    expect(told).toEqual(["drag 30,0", "drop nowhere"]);
  });

  it("pinch with two fingers, also out of a drag", () => {
    held = { stack: true, drags: true };
    const [one, two] = [1, 2].map((pointerId) => ({ pointerId, pointerType: "touch" }));
    point("pointerdown", 100, 100, one);
    point("pointermove", 130, 100, one);
    point("pointerdown", 200, 100, two);
    point("pointermove", 300, 100, two);
    expect(told).toEqual(["drag 130,100", "drop nowhere", "pan 50,0", "zoom in 215,100"]);
  });

  it("sweep with Shift, and with a finger held on a stack", () => {
    vi.useFakeTimers();
    point("pointerdown", 0, 0);
    point("pointermove", 20, 0, { shiftKey: true });
    point("pointerup", 20, 0);
    expect(told).toEqual(["sweep 0,0 begins", "sweep 20,0"]);
    told = [];
    held = { stack: true, drags: false };
    point("pointerdown", 50, 0, { pointerType: "touch" });
    vi.runAllTimers();
    point("pointermove", 80, 0, { pointerType: "touch" });
    point("pointerup", 80, 0, { pointerType: "touch" });
    expect(told).toEqual(["sweep 50,0 begins", "sweep 80,0"]);
  });

  const wheel = (init: WheelEventInit) =>
    element.dispatchEvent(new WheelEvent("wheel", { cancelable: true, ...init }));

  it("zoom with a wheel, and with a pinch on a trackpad", () => {
    wheel({ deltaY: -120, clientX: 7, clientY: 8 });
    wheel({ deltaY: 4, ctrlKey: true, clientX: 7, clientY: 8 });
    expect(told).toEqual(["zoom in 7,8", "zoom out 7,8"]);
  });

  it("pan with two fingers on a trackpad", () => {
    wheel({ deltaX: 3, deltaY: 12 });
    wheel({ deltaX: 0, deltaY: 90 });
    expect(told).toEqual(["pan -3,-12", "pan 0,-90"]);
  });
});

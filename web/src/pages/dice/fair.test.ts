// @vitest-environment node
import { expect, test } from "vitest";
import { check, commitmentOf, entropyDigest, fromHex, Roller, toHex, type Evidence } from "./fair";

// The test vector of docs/dice.md, which the engine's own tests hold to the Python code.
const evidence: Evidence = {
  commitment: "fb0aa0e078758d66618394bc2aba2d44527e4997a7345e741297138f9305303c",
  secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  entropies: [
    { since: 0, party: "germany", text: "Würfel" },
    { since: 0, party: "russia", text: "first" },
    { since: 2, party: "russia", text: "second" },
  ],
  rolls: [
    { index: 0, dice: [1, 2, 5, 4, 2, 6, 3, 5, 5, 6] },
    { index: 1, dice: [1, 4, 2] },
    {
      index: 2,
      dice: [
        3, 2, 3, 5, 6, 2, 2, 4, 2, 1, 2, 3, 6, 2, 6, 2, 1, 6, 1, 6, 4, 3, 4, 4, 2, 5, 1, 4, 4, 1, 4,
        1, 5, 4,
      ],
    },
  ],
};

test("the commitment and the digests are those of the document", async () => {
  expect(await commitmentOf(fromHex(evidence.secret))).toBe(evidence.commitment);
  expect(toHex(await entropyDigest(evidence.entropies, 1))).toBe(
    "9e05facea938a01902fd51af7477146b40199e45f33952de01fa5d001eb9ecd2",
  );
  expect(toHex(await entropyDigest(evidence.entropies, 2))).toBe(
    "e6b8e0f5971d185eeac3936358901a0fe8d4fe72453a09a276e5fe881d61f06a",
  );
});

test("the order in which texts arrived does not count", async () => {
  const turned = evidence.entropies.toReversed();
  expect(await entropyDigest(turned, 2)).toEqual(await entropyDigest(evidence.entropies, 2));
});

test("rolls are computed as the engine does", async () => {
  const roller = new Roller(fromHex(evidence.secret), evidence.entropies);
  for (const { index, dice } of evidence.rolls) {
    expect(await roller.roll(index, dice.length)).toEqual(dice);
  }
});

test("a sound game has no findings", async () => {
  expect(await check(evidence, evidence.commitment)).toEqual([]);
});

test("a changed die is found and named", async () => {
  const rolls = [evidence.rolls[0]!, { index: 1, dice: [1, 1, 2] }, evidence.rolls[2]!];
  expect(await check({ ...evidence, rolls })).toEqual([
    { index: 1, text: "Roll 1 shows 1 1 2, but must be 1 4 2." },
  ]);
});

test("another secret, another commitment, a missing roll are found", async () => {
  const secret = evidence.secret.replace("00", "01");
  const wrong = await check({ ...evidence, secret });
  expect(wrong[0]?.text).toBe("The secret does not fit the commitment.");
  expect((await check(evidence, "ab".repeat(32))).map(({ text }) => text)).toEqual([
    "The commitment is not the one that this browser noted during the game.",
  ]);
  const cut = await check({ ...evidence, rolls: [evidence.rolls[0]!, evidence.rolls[2]!] });
  expect(cut[0]?.text).toBe("Roll 1 is missing or out of order.");
  expect((await check({ ...evidence, secret: "beef" }))[0]?.text).toContain("32 bytes");
});

/**
 * The check of a game's dice as docs/dice.md describes it, with the browser's own cryptography:
 * whoever doubts the server computes every roll again.
 */
export interface Entropy {
  since: number;
  party: string;
  text: string;
}

export interface Roll {
  index: number;
  dice: readonly number[];
}

export interface Evidence {
  commitment: string;
  /** In hex; 32 bytes. */
  secret: string;
  entropies: readonly Entropy[];
  rolls: readonly Roll[];
}

const utf8 = new TextEncoder();
const COMMITMENT = utf8.encode("sandtable/dice/commitment/v1\0");
const ENTROPY = utf8.encode("sandtable/dice/entropy/v1\0");
const ROLL = utf8.encode("sandtable/dice/roll/v1\0");
/** Bytes from here on are skipped, so that each number is equally likely. */
const LIMIT = 252;

type Bytes = Uint8Array<ArrayBuffer>;

function join(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function u32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function u64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("This is not a number in hex.");
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** A browser computes only on pages that came over a safe way. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

export const commitmentOf = async (secret: Bytes): Promise<string> =>
  toHex(await sha256(join(COMMITMENT, secret)));

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}

/** The digest of the texts that hold for a roll. */
export function entropyDigest(entropies: readonly Entropy[], index: number): Promise<Bytes> {
  const parts = entropies
    .filter(({ since }) => since <= index)
    .map(({ since, party, text }) => ({
      since,
      party: utf8.encode(party),
      text: utf8.encode(text),
    }))
    .sort(
      (a, b) => a.since - b.since || compareBytes(a.party, b.party) || compareBytes(a.text, b.text),
    )
    .flatMap(({ since, party, text }) => [
      u64(since),
      u32(party.length),
      party,
      u32(text.length),
      text,
    ]);
  return sha256(join(ENTROPY, ...parts));
}

/** Rolls of one secret. */
export class Roller {
  private readonly digests = new Map<number, Promise<Bytes>>();
  private readonly key: Promise<CryptoKey>;

  constructor(
    secret: Bytes,
    private readonly entropies: readonly Entropy[],
  ) {
    const hash = { name: "HMAC", hash: "SHA-256" };
    this.key = crypto.subtle.importKey("raw", secret, hash, false, ["sign"]);
  }

  private digest(index: number): Promise<Bytes> {
    // Rolls for which the same texts hold have the same digest.
    const held = this.entropies.filter(({ since }) => since <= index).length;
    let digest = this.digests.get(held);
    if (!digest) this.digests.set(held, (digest = entropyDigest(this.entropies, index)));
    return digest;
  }

  /** The first `count` dice of a roll. */
  async roll(index: number, count: number): Promise<number[]> {
    const key = await this.key;
    const digest = await this.digest(index);
    const dice: number[] = [];
    for (let block = 0; dice.length < count; block++) {
      const message = join(ROLL, u64(index), u32(block), digest);
      const stream = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
      for (const byte of stream) if (byte < LIMIT) dice.push((byte % 6) + 1);
    }
    return dice.slice(0, count);
  }
}

export interface Finding {
  /** The roll it is about; null if it is about the whole. */
  index: number | null;
  text: string;
}

/** All that does not fit; empty if all is well. `onprogress` is told how many rolls are done. */
export async function check(
  evidence: Evidence,
  noted: string | null = null,
  onprogress?: (done: number) => void,
): Promise<Finding[]> {
  const { commitment, entropies, rolls } = evidence;
  const found: Finding[] = [];
  const say = (text: string, index: number | null = null) => found.push({ index, text });
  let secret: Bytes;
  try {
    secret = fromHex(evidence.secret);
  } catch {
    secret = new Uint8Array();
  }
  if (secret.length !== 32) {
    say("The secret is not 32 bytes in hex.");
    return found;
  }
  if ((await commitmentOf(secret)) !== commitment) {
    say("The secret does not fit the commitment.");
  }
  if (noted !== null && noted !== commitment) {
    say("The commitment is not the one that this browser noted during the game.");
  }
  for (const { since, party } of entropies) {
    if (since > rolls.length) say(`A text of ${party} is said to hold from a roll never made.`);
  }
  const roller = new Roller(secret, entropies);
  for (const [position, { index, dice }] of rolls.entries()) {
    if (index !== position) {
      say(`Roll ${position} is missing or out of order.`, index);
      break;
    }
    const expected = await roller.roll(index, dice.length);
    if (expected.some((die, at) => die !== dice[at])) {
      say(`Roll ${index} shows ${dice.join(" ")}, but must be ${expected.join(" ")}.`, index);
    }
    if (position % 200 === 199) onprogress?.(position + 1);
  }
  return found;
}

/**
 * Everybody in turn, once in each period and as few at a time as can be: what is done for thousands at one instant keeps
 * everything else waiting for as long.
 */
export class Rounds<Member> {
  readonly #slots: readonly Set<Member>[];
  readonly #slotOf = new Map<Member, Set<Member>>();
  readonly #slotMs: number;
  #nextSlot = 0;
  #joined = 0;
  #doneMs: number;

  constructor(periodMs: number, slots: number, nowMs: number) {
    this.#slots = Array.from({ length: slots }, () => new Set<Member>());
    this.#slotMs = periodMs / slots;
    this.#doneMs = nowMs;
  }

  /** Those who join at one time, as after a network came back, are spread over the whole period. */
  add(member: Member): void {
    const slot = this.#slots[this.#joined++ % this.#slots.length] ?? new Set();
    slot.add(member);
    this.#slotOf.set(member, slot);
  }

  delete(member: Member): void {
    this.#slotOf.get(member)?.delete(member);
    this.#slotOf.delete(member);
  }

  /** Whose turn has come since the last call; after a long pause everybody's, once. */
  due(nowMs: number): Member[] {
    const passed = Math.floor((nowMs - this.#doneMs) / this.#slotMs);
    this.#doneMs += passed * this.#slotMs;
    const members: Member[] = [];
    for (let count = Math.min(passed, this.#slots.length); count > 0; count--) {
      members.push(...(this.#slots[this.#nextSlot] ?? []));
      this.#nextSlot = (this.#nextSlot + 1) % this.#slots.length;
    }
    return members;
  }
}

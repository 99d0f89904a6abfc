/**
 * Returns each member once per period, spread over many slots: working on thousands of members at once would block
 * everything else.
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

  /**
   * Adds a member. Members who join together, for example after a network failure, are spread over the whole period.
   */
  add(member: Member): void {
    const slot = this.#slots[this.#joined++ % this.#slots.length] ?? new Set();
    slot.add(member);
    this.#slotOf.set(member, slot);
  }

  delete(member: Member): void {
    this.#slotOf.get(member)?.delete(member);
    this.#slotOf.delete(member);
  }

  /** Returns the members of the slots that passed since the last call; after a long pause, each member once. */
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

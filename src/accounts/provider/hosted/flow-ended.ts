/** Thrown for a page of an application's request that has ended or was begun in another browser. */
export class FlowEnded extends Error {}

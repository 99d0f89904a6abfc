/**
 * A third of an idle process's memory would be room for young objects that it never fills; half that room costs no
 * measurable time.
 */
export const serverFlags = ['--max-semi-space-size=8'];

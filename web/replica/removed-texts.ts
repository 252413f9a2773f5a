const FILE = /\/(?:user_uploads|external_content)\//

/** The texts with files that messages no longer have. Another message that shows one of the files brings it again. */
export class RemovedTexts {
  #texts: string[] = []

  /** A message had a text, and has another one or none now. */
  note(before = '', next = ''): void {
    if (before !== next && FILE.test(before)) this.#texts.push(before)
  }

  /** Returns the texts since the last call. */
  take = (): string[] => this.#texts.splice(0)
}

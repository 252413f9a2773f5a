/** Thrown when the bytes of a file of an export cannot be read: they cannot be unpacked, or break off. */
export class Unreadable extends Error {
  constructor(file, message) {
    super(message)
    this.file = file
  }
}

/**
 * Thrown with a message for the person who imports. `kind` is for programs that say it in another language: `unknown`, `broken`,
 * `escapes`, `encrypted`, `too large`, `too many`, `changed` or `empty`.
 */
export class Failure extends Error {
  constructor(message, kind = 'unknown') {
    super(message)
    this.kind = kind
  }
}

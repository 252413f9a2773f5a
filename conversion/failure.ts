/** Thrown when the bytes of a file of an export cannot be read: they cannot be unpacked, or break off. */
export class Unreadable extends Error {
  readonly file: string

  constructor(file: string, message: string) {
    super(message)
    this.file = file
  }
}

/**
 * Thrown with a message for the person who imports. `kind` is for programs that say it in another language: `unknown`, `broken`,
 * `escapes`, `encrypted`, `too large`, `too many`, `changed` or `empty`.
 */
export class Failure extends Error {
  readonly kind: string

  constructor(message: string, kind = 'unknown') {
    super(message)
    this.kind = kind
  }
}

/** Returns the message of something that was caught. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the code that the server gave to an error of a request, if any. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

export class Unreadable extends Error {
  constructor(file: string, message: string)
  readonly file: string
}

export class Failure extends Error {
  constructor(message: string, kind?: string)
  readonly kind: string
}

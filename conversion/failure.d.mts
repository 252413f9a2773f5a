export class Failure extends Error {
  constructor(message: string, kind?: string)
  readonly kind: string
}

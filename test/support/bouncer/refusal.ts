import type { Refusal } from './requests'

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.msg)
  }
}

export const refuse = (status: number, msg: string, code?: string): never => {
  throw new Refused({ status, msg, ...(code ? { code } : {}) })
}

import { expect, inject } from 'vitest'
import { randomDigits } from './random'

export const PASSWORD = 'correct horse battery'

/** Creates a user of one test alone, and returns the address. The tests of how users log in change their accounts. */
export async function newUser(prefix: string): Promise<string> {
  const name = `${prefix}-${randomDigits()}`
  const body = new URLSearchParams({ email: `${name}@parley.example`, full_name: `Kim ${name}`, password: PASSWORD })
  const response = await fetch(`${inject('server').url}/api/v1/dev_create_user`, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ result: 'success' })
  return `${name}@parley.example`
}

import { describe, expect, test } from 'vitest'
import { beforeStep, captureConsole } from '../support/faults'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'

/**
 * A request that waits for D1, R2 or a password hash before the realm decides. Other requests run meanwhile, and can revoke
 * the permission that the first step checked. `meanwhile` revokes it.
 */
export type Case = {
  request: string
  change: string
  /** Makes what the request needs, and returns the request. */
  prepare: (cast: Cast) => Promise<() => Promise<Json>>
  beforeWait: (realm: TestRealm, act: () => Promise<unknown>) => void
  meanwhile: (cast: Cast) => Promise<unknown>
  refusal: object
  success?: object
}

const SUCCESS = { result: 'success' }

/** Each case succeeds if it is not disturbed, and is refused if `meanwhile` runs before its last step. */
export function testCases(cases: readonly Case[]): void {
  describe.each(cases)('$request, while $change', ({ prepare, beforeWait, meanwhile, refusal, success = SUCCESS }) => {
    test('succeeds without that change, and is refused with it', async () => {
      const undisturbed = await freshRealm()
      const send = await prepare(undisturbed)
      let waited = false
      beforeWait(undisturbed.realm, async () => void (waited = true))
      expect(await send()).toMatchObject(success)
      expect(waited).toBe(true)

      captureConsole('error')
      const cast = await freshRealm()
      const sendAgain = await prepare(cast)
      beforeWait(cast.realm, () => meanwhile(cast))
      expect(await sendAgain()).toMatchObject(refusal)
    })
  })
}

export const beforeStepOf = (route: string, step: string) => (realm: TestRealm, act: () => Promise<unknown>) =>
  beforeStep(realm, { route, step }, act)

export const setting =
  (name: string, value: object | boolean | string) =>
  async ({ ada }: Cast) =>
    succeeded(await ada.patch('/realm', { [name]: value }))

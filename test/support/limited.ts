import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'
import type { Variables } from '../../src/config'
import { emptyRealm } from './realm'

/** A realm whose object wakes with these variables: it reads them once, when it wakes. */
export async function limitedRealm(variables: Variables) {
  const before = { ...env }
  Object.assign(env, variables)
  onTestFinished(() => void Object.assign(env, before))
  return emptyRealm()
}

import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'
import type { Variables } from '../../src/config'
import { emptyRealm } from './realm'

/** Returns a realm whose object starts with these variables: an object reads them only when it starts. */
export async function realmWithVariables(variables: Variables) {
  const original = { ...env }
  Object.assign(env, variables)
  onTestFinished(() => {
    for (const name of Object.keys(variables)) if (!Object.hasOwn(original, name)) Reflect.deleteProperty(env, name)
    Object.assign(env, original)
  })
  return emptyRealm()
}

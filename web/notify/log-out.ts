import type { Client } from '../client/client'
import { forgetStored } from '../cache/forget-stored'
import { forgetPush } from './push'

/** The user has logged out: nothing of theirs stays in this browser. */
export async function forgetAll({ environment }: Client): Promise<void> {
  await forgetPush(environment.storage).catch(() => {})
  await forgetStored(environment)
}

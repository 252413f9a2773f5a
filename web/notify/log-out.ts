import { forgetStored } from '../cache/forget-stored'
import { forgetPush } from './push'

/** The user has logged out: nothing of theirs stays in this browser. */
export async function forgetAll(): Promise<void> {
  await forgetPush().catch(() => {})
  await forgetStored()
}

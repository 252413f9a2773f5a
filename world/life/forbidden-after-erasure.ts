import type { Client } from './client.ts'
import { found } from './forbidden-to-accounts.ts'
import type { Attempt, Scene } from './scene.ts'
import { newcomer, Session } from './session.ts'
import type { Json } from '../shared-parts.ts'

// Users who delete their accounts and their personal data. Nothing brings an account back.

/** Returns an account that its user deleted. */
async function erased({ organization, name }: Scene): Promise<Client | undefined> {
  const session = await newcomer(organization, name('leaver'))
  if (session === undefined) return undefined
  const answer = await session.erase()
  return answer?.result === 'success' ? session.client : undefined
}

const afterErasure =
  (act: (scene: Scene, gone: Client) => Promise<Json>): Attempt =>
  async (scene) => {
    const gone = await erased(scene)
    return gone && act(scene, gone)
  }

/** An owner lets a directory manage the accounts. Returns its token. */
async function directoryOf({ owner }: Scene): Promise<string | undefined> {
  const session = await Session.begin(owner)
  const answer = await session?.ask('POST', '/parley/scim/tokens', { description: 'Corp' })
  return answer?.token
}

export const ERASURES: Readonly<Record<string, Attempt>> = {
  'an owner opens an account that was erased': afterErasure(({ owner }, { id }) =>
    owner.ask('POST', `/users/${id}/reactivate`),
  ),
  'an owner names an account that was erased': afterErasure(({ owner }, { id }) =>
    owner.ask('PATCH', `/users/${id}`, { full_name: 'Again' }),
  ),
  'a directory sees an account that was erased': afterErasure(async (scene, { id }) => {
    const token = await directoryOf(scene)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await scene.owner.send(`/scim/v2/Users/${id}`, { headers })
    return { result: answer?.id === undefined ? 'error' : 'success' }
  }),
  'the audit log keeps what an erased user did': afterErasure(async (scene, { id }) =>
    found(
      scene,
      `SELECT 1 FROM audit_log WHERE (actor_id = ${id} OR user_id = ${id})
       AND NOT (address = '' AND client = '' AND details = '{}')`,
    ),
  ),
}

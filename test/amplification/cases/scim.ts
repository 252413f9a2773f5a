import { browserOf, OWN_PAGE } from '../../support/browser'
import { directoryOf, type Directory } from '../../support/scim'
import type { Case, Cases } from '../case'
import type { World } from '../world'
import { newPerson } from './accounts'

let directory: Promise<Directory> | undefined
let count = 0

/** All cases share one token: an organization has at most two. */
const inWorld = ({ cast }: World) => (directory ??= directoryOf(cast.ada))

async function fromDirectory(world: World) {
  const { token } = await inWorld(world)
  return { sender: 'no account', headers: { authorization: `Bearer ${token}` } } as const
}

const reading =
  (fields = {}): Case =>
  async (world) => ({ ...(await fromDirectory(world)), fields })

const writing =
  (fieldsIn: (world: World) => Promise<object>, bodyIn: (world: World) => object): Case =>
  async (world) => ({
    ...(await fromDirectory(world)),
    fields: { ...(await fieldsIn(world)) },
    body: JSON.stringify(bodyIn(world)),
  })

const ofPerson = async (world: World) => ({ id: String((await newPerson(world)).id) })
const ofGroup = async (world: World) => {
  const { body } = await (await inWorld(world)).post('/Groups', { displayName: `Directory ${++count}` })
  return { id: body.id }
}
const largestUser = () => ({
  userName: `largest-${++count}@corp.example`,
  displayName: 'x'.repeat(100),
  externalId: 'x'.repeat(300),
  emails: [
    { value: `largest-${count}@corp.example`, primary: true },
    ...Array(19).fill({ value: 'x'.repeat(300), type: 'other' }),
  ],
})
const everyone = ({ crowd }: World) => crowd.map((id) => ({ value: String(id) }))
const largestGroup = (world: World) => ({ displayName: `Directory ${++count}`, members: everyone(world) })
const patch = (value: object) => ({ Operations: [{ op: 'replace', value }] })
const page = { filter: '', startIndex: '1', count: '200', attributes: '', excludedAttributes: '' }
const all = { attributes: '', excludedAttributes: '' }

const fromOwner: Case = async ({ cast }) => {
  const { cookie = '' } = await browserOf(cast.ada)
  return { sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie } }
}

export const scimCases: Cases = {
  'GET /parley/scim/tokens': () => ({}),
  'POST /parley/scim/tokens': fromOwner,
  'DELETE /parley/scim/tokens/:token_id': async (world) => {
    await inWorld(world)
    // The first token is that of the case above.
    return { fields: { token_id: 1 } }
  },
  'GET site:/scim/v2/ServiceProviderConfig': reading(),
  'GET site:/scim/v2/ResourceTypes': reading(),
  'GET site:/scim/v2/ResourceTypes/:id': reading({ id: 'User' }),
  'GET site:/scim/v2/Schemas': reading(),
  'GET site:/scim/v2/Schemas/:id': reading({ id: 'urn:ietf:params:scim:schemas:core:2.0:User' }),
  'POST site:/scim/v2/.search': writing(
    async () => ({}),
    () => ({ count: 200 }),
  ),
  'GET site:/scim/v2/Users': reading(page),
  'GET site:/scim/v2/Users/:id': async (world) => ({
    ...(await fromDirectory(world)),
    fields: { ...all, ...(await ofPerson(world)) },
  }),
  'POST site:/scim/v2/Users': writing(async () => ({}), largestUser),
  'PUT site:/scim/v2/Users/:id': writing(ofPerson, largestUser),
  'PATCH site:/scim/v2/Users/:id': writing(ofPerson, () => patch(largestUser())),
  'DELETE site:/scim/v2/Users/:id': writing(ofPerson, () => ({})),
  'GET site:/scim/v2/Groups': reading(page),
  'GET site:/scim/v2/Groups/:id': async (world) => ({
    ...(await fromDirectory(world)),
    fields: { ...all, ...(await ofGroup(world)) },
  }),
  'POST site:/scim/v2/Groups': writing(async () => ({}), largestGroup),
  'PUT site:/scim/v2/Groups/:id': writing(ofGroup, largestGroup),
  'PATCH site:/scim/v2/Groups/:id': writing(ofGroup, (world) => patch({ members: everyone(world) })),
  'DELETE site:/scim/v2/Groups/:id': writing(ofGroup, () => ({})),
}

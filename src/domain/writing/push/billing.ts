import * as v from 'valibot'
import { uploadRealms } from '../../people/push-service/upload'
import { askBouncer, type BouncerAnswer } from '../../people/push-service/bouncer'
import { findPushRealm, writePushRealm } from '../../people/push-service/realms-storage'
import { bouncerRefusal, eventType, MISSING_REALM } from '../../people/push-service/rules'
import { factsOf } from '../../people/push-service/status'
import { activePeople } from '../../people/push-service/storage'
import { userUuid } from '../../people/user-uuids/storage'
import { orUnavailable } from '../../../store/d1'
import type { User } from '../../people/users/user'
import { step, type Edge } from '../../../edge'
import type { Realm } from '../../../realm'

/** What the bouncer is given for the page of the bill: the realm, and who opens the page. */
export const billingFacts = (realm: Realm, { user_id, delivery_email, full_name }: User) => ({
  user: { uuid: userUuid(realm, user_id), email: delivery_email, full_name },
  facts: factsOf(realm),
})

/** The people of the realm, of which only an upload needs the number: the realm reads all users. */
const countPeople = step((realm) => ({ people: activePeople(realm.sql), now: realm.now() }))
export const billingSteps = { countPeople }

const answerShape = v.object({ billing_access_url: v.pipe(v.string(), v.url(), v.startsWith('https://')) })

type Billing = ReturnType<typeof billingFacts>

/** Asks the bouncer for the page on which a user manages the plan of the realm. Returns its URL. Throws what the bouncer refused. */
export async function billingUrl(edge: Edge, billing: Billing): Promise<string> {
  const first = await ask(edge, billing)
  // An organization without phones was not uploaded.
  const answer = !first.ok && first.code === MISSING_REALM ? await afterUpload(edge, billing) : first
  if (!answer.ok) throw bouncerRefusal(answer)
  const { success, output } = v.safeParse(answerShape, answer.fields)
  if (!success) throw bouncerRefusal({ ok: false, code: '', msg: '', retry: 'operator' })
  return output.billing_access_url
}

function ask({ config }: Edge, { user, facts }: Billing): Promise<BouncerAnswer> {
  const uri_scheme = `${new URL(facts.url).protocol}//`
  const form = { user: JSON.stringify(user), realm: JSON.stringify(facts), uri_scheme }
  return askBouncer(config, { path: 'server/billing', form })
}

async function afterUpload(edge: Edge, billing: Billing): Promise<BouncerAnswer> {
  const { config, d1, realm_name: realm_id } = edge
  if ((await orUnavailable(findPushRealm(d1, realm_id))) === undefined) {
    const { people, now: changed_at } = await edge.ask(countPeople, {})
    const event_type = eventType(undefined, people)
    const [facts, counts] = [JSON.stringify(billing.facts), JSON.stringify(people)]
    await orUnavailable(writePushRealm(d1, { realm_id, facts, people: counts, event_type, changed_at }))
  }
  await uploadRealms({ config, d1 })
  return ask(edge, billing)
}

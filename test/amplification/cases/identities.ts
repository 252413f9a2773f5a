import { browserOf, OWN_PAGE } from '../../support/browser'
import { executeSql } from '../../support/tables'
import type { Cases } from '../case'
import { newPerson } from './accounts'

export const identityCases: Cases = {
  // With a provider that exists, the server would call it.
  'POST site:/complete/:provider/logout': () => ({ sender: 'no account', expected: 404 }),
  'POST /parley/identities/connect': async (world) => {
    const { cookie = '' } = await browserOf(await newPerson(world))
    return { sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie }, expected: 404 }
  },
  'DELETE /parley/identities': async (world) => {
    const person = await newPerson(world)
    const key = { issuer: 'https://idp.example.com', subject: `of ${person.id}` }
    await executeSql(
      world.cast.realm,
      'INSERT INTO identities (issuer, subject, user_id, email_then, made_at, used_at) VALUES (?, ?, ?, NULL, 0, 0)',
      key.issuer,
      key.subject,
      person.id,
    )
    const { cookie = '' } = await browserOf(person)
    return { sender: 'no account', isFromPage: true, headers: { ...OWN_PAGE, cookie }, fields: key }
  },
}

import { expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { emailTo, sentEmails } from '../support/mail'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

test('the owners of a deactivated organization get an email in their own language, and no other user does', async () => {
  const { realm, ada, ben } = await freshRealm()
  await preventAlarms(realm)
  succeeded(await ada.patch(`/users/${ben.id}`, { role: 100 }))
  succeeded(await ben.patch('/settings', { default_language: 'ar' }))
  await doDueWork(realm)
  const before = (await sentEmails(realm)).length
  succeeded(await ada.post('/realm/deactivate'))
  await doDueWork(realm)
  const subjects = async (address: string) => (await emailTo(realm, address)).subject
  expect(await subjects(ada.email)).toBe(`${realm.name} has been deactivated`)
  expect(await subjects(ben.email)).toMatch(/^تم تعطيل/)
  expect((await sentEmails(realm)).length - before).toBe(2)
})

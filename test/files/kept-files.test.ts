import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { fileOf, uploadFile } from '../support/files'
import type { Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { rowsRead } from '../support/tables'

const unreadable = (user: Person, path_ids: string[]) => user.post('/parley/replica/files', { path_ids })

async function uploads(user: Person, name: string) {
  const { url } = await uploadFile(user, fileOf('Notes', name))
  return { link: `[${name}](${url})`, path_id: url.replace('/user_uploads/', '') }
}

describe('POST /parley/replica/files', () => {
  test('names the files that the user can no longer read: of a deleted message, of a channel that was left, and unknown ones', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben, dov], { invite_only: true })
    const [lunch, rules, own] = [
      await uploads(ada, 'lunch.txt'),
      await uploads(ada, 'rules.txt'),
      await uploads(dov, 'own.txt'),
    ]
    const { id } = await ada.sends(general, 'lunch', lunch.link)
    await ada.sends(club, 'rules', rules.link)
    const kept = [lunch, rules, own].map(({ path_id }) => path_id)
    expect(await unreadable(dov, [...kept, '2/unknown/file.txt'])).toEqual({
      ...SUCCESS,
      unreadable: ['2/unknown/file.txt'],
    })
    await ada.delete(`/messages/${id}`)
    await ada.delete('/users/me/subscriptions', { subscriptions: ['club'], principals: [dov.id] })
    expect(await unreadable(dov, kept)).toEqual({ ...SUCCESS, unreadable: [lunch.path_id, rules.path_id] })
    expect(await unreadable(ben, [rules.path_id])).toEqual({ ...SUCCESS, unreadable: [] })
  })

  test('looks at a limited number of messages', async () => {
    const { realm, ada, dov, vault, general } = await freshRealm()
    const signature = await uploads(ada, 'signature.png')
    await ada.sends(general, 'lunch', signature.link)
    for (let nth = 0; nth < 30; nth++) await ada.sends(vault, 'secret', signature.link)
    const rows = await rowsRead(realm, async () => {
      expect(await unreadable(dov, [signature.path_id])).toEqual({ ...SUCCESS, unreadable: [] })
    })
    expect(rows).toBeLessThan(200)
  })

  test('is refused if the organization lets browsers keep nothing', async () => {
    const { ada, dov } = await freshRealm()
    expect(await unreadable(dov, [])).toEqual({ ...SUCCESS, unreadable: [] })
    await ada.patch('/realm', { parley_keep_in_browsers: false })
    expect(await unreadable(dov, [])).toEqual(refusal('This organization lets browsers keep no messages.'))
  })
})

import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, OWNERS_ONLY, NOT_LOGGED_IN, refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { listenOn } from '../support/listening'
import { untilParked } from '../support/faults'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'

describe('GET /parley/users/:user_id/sessions', () => {
  test('gives administrators the sessions of a user, and those of owners only to owners', async () => {
    const { ada, ben, cleo, dov, fig } = await freshRealm()
    await browserOf(dov)
    await browserOf(ada)
    const { sessions } = succeeded(await ben.get(`/parley/users/${dov.id}/sessions`))
    expect(sessions).toEqual([expect.objectContaining({ method: 'password', is_current: false })])
    expect(JSON.stringify(sessions)).not.toMatch(/hash/)
    expect(succeeded(await ada.get(`/parley/users/${ada.id}/sessions`)).sessions).toHaveLength(1)
    expect(await ben.get(`/parley/users/${ada.id}/sessions`)).toEqual(OWNERS_ONLY)
    expect(await cleo.get(`/parley/users/${dov.id}/sessions`)).toEqual(ADMINISTRATORS_ONLY)
    for (const id of [fig.id, 99_999])
      expect(await ben.get(`/parley/users/${id}/sessions`)).toEqual(refusal('No such user'))
  })
})

describe('DELETE /parley/users/:user_id/sessions/:session_id', () => {
  test('ends a session of the user, with its sockets, and no session of another user', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    const [browser, ofAda] = [await browserOf(dov), await browserOf(ada)]
    const queue = succeeded(await browser.post('/register'))
    const socket = listenOn((await browser.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    const idOf = async (id: number) => succeeded(await ada.get(`/parley/users/${id}/sessions`)).sessions[0].session_id
    const [session_id, sessionOfAda] = [await idOf(dov.id), await idOf(ada.id)]
    expect(await cleo.delete(`/parley/users/${dov.id}/sessions/${session_id}`)).toEqual(ADMINISTRATORS_ONLY)
    expect(await ben.delete(`/parley/users/${dov.id}/sessions/${sessionOfAda}`)).toEqual(
      refusal('Session does not exist'),
    )
    expect(await ben.delete(`/parley/users/${ada.id}/sessions/${sessionOfAda}`)).toEqual(OWNERS_ONLY)
    expect(await ben.delete(`/parley/users/${dov.id}/sessions/${session_id}`)).toEqual(SUCCESS)
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect(await socket.end()).toMatchObject({ code: 4001 })
    succeeded(await ofAda.get('/users/me'))
  })
})

describe('DELETE /parley/users/:user_id/sessions', () => {
  test('ends all sessions of the user, keeps the API keys, and is in the audit log', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const browsers = [await browserOf(dov), await browserOf(dov)]
    const other = await browserOf(ezra)
    expect(await ben.delete(`/parley/users/${ada.id}/sessions`)).toEqual(OWNERS_ONLY)
    expect(await dov.delete(`/parley/users/${ezra.id}/sessions`)).toEqual(ADMINISTRATORS_ONLY)
    expect(await ben.delete(`/parley/users/${dov.id}/sessions`)).toEqual(SUCCESS)
    for (const browser of browsers) expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await dov.get('/users/me'))
    succeeded(await other.get('/users/me'))
    const { entries } = succeeded(await ada.get('/parley/audit_log', { kind: 'sessions_ended' }))
    const details = { session_ids: [expect.any(Number), expect.any(Number)] }
    expect(entries).toMatchObject([{ actor_id: ben.id, user_id: dov.id, details }] satisfies Json[])
  })
})

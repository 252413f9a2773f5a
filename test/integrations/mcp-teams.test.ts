import { describe, expect, test } from 'vitest'
import { agentOf } from '../support/agents'
import { newGroup } from '../support/groups'
import { ALL_SCOPES, connectedAgent } from '../support/oauth'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

const withAgent = async () => {
  const cast = await freshRealm()
  return { ...cast, agent: agentOf(cast.dov), ofGuest: agentOf(cast.ezra) }
}

describe('the tools for topics, files, the status, groups and channels', () => {
  test('resolve a topic and open it again, once', async () => {
    const { agent, ofGuest, ada, cleo, general } = await withAgent()
    await cleo.sends(general, 'lunch', 'hello')
    const topics = async () =>
      succeeded(await cleo.get(`/users/me/${general.stream_id}/topics`)).topics.map(
        ({ name }: { name: string }) => name,
      )
    const place = { channel: 'general', topic: 'Lunch' }
    const resolved = { channel_id: general.stream_id, is_resolved: true }
    for (let times = 0; times < 2; times++) expect(await agent.call('resolve_topic', place)).toEqual(resolved)
    expect(await topics()).toEqual(['✔ lunch'])
    await agent.call('resolve_topic', { ...place, topic: '✔ lunch', resolved: false })
    expect(await topics()).toEqual(['lunch'])
    expect(await agent.refusalOf('resolve_topic', { ...place, topic: 'no topic' })).toMatch(/'no topic'.*list_topics/)
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    const { id } = user_groups.find(({ name }: { name: string }) => name === 'role:members')
    await ada.patch('/realm', { can_resolve_topics_group: { new: id } })
    await ada.patch('/realm', { can_move_messages_between_topics_group: { new: id } })
    expect(await ofGuest.refusalOf('resolve_topic', place)).toMatch(/permission/)
    expect(await topics()).toEqual(['lunch'])
  })

  test('upload text and bytes, which a message then shows to others', async () => {
    const { agent, dov, cleo } = await withAgent()
    const notes = await agent.call('upload_file', { name: 'notes [1].txt', content: 'Größe' })
    expect(notes).toEqual({
      path: expect.stringMatching(/^\/user_uploads\//),
      link: `[notes \\[1\\].txt](${notes.path})`,
    })
    expect(await agent.call('get_file', { path: notes.path })).toMatchObject({ content: 'Größe', size: 7 })
    const bytes = await agent.call('upload_file', { name: 'a.bin', content: '/wA=', encoding: 'base64' })
    expect(await agent.call('get_file', { path: bytes.path })).toMatchObject({ name: 'a.bin', size: 2 })
    expect(await agentOf(cleo).refusalOf('get_file', { path: notes.path })).not.toBe('')
    await agent.call('send_message', { channel: 'general', topic: 'lunch', content: notes.link })
    expect(await agentOf(cleo).call('get_file', { path: notes.path })).toMatchObject({ content: 'Größe' })
    expect(succeeded(await dov.get('/attachments')).attachments).toHaveLength(2)
    const refused = { name: 'a.bin', content: '%', encoding: 'base64' }
    expect(await agent.refusalOf('upload_file', refused)).toBe('content is not base64')
    expect(await agent.refusalOf('upload_file', { name: 'a', content: 'x'.repeat(200_001) })).toMatch(/^content: /)
  })

  test('set the status, and remove it', async () => {
    const { agent, cleo, dov, fig } = await withAgent()
    const status = async () => (await cleo.get(`/users/${dov.id}/status`)).status
    await agent.call('set_status', { text: 'At lunch', emoji: ':pizza:' })
    expect(await status()).toMatchObject({ status_text: 'At lunch', emoji_name: 'pizza' })
    await agent.call('set_status', { text: '' })
    expect(await status()).toEqual({})
    expect(await agent.refusalOf('set_status', { text: 'x'.repeat(61) })).toMatch(/status_text/)
    expect(await agentOf(fig).refusalOf('set_status', { text: 'busy' })).toMatch(/bot/)
  })

  test('list groups without those of roles, and change their members with the permission of the user', async () => {
    const { agent, ofGuest, ada, cleo, dov } = await withAgent()
    const id = await newGroup(ada, 'kitchen', [cleo, ada])
    expect(await agent.call('list_groups')).toMatchObject({
      groups: [{ id, name: 'kitchen', member_ids: [ada.id, cleo.id], members: 2, is_member: false }],
    })
    const change = { group: '@Kitchen', add: ['Dov'], remove: [cleo.email] }
    expect(await agent.refusalOf('change_group_members', change)).toMatch(/permission/i)
    const ofOwner = agentOf(ada)
    const changed = { group_id: id, added: [dov.id], removed: [cleo.id] }
    expect(await ofOwner.call('change_group_members', change)).toEqual(changed)
    expect((await agent.call('list_groups', { query: 'kit' })).groups).toMatchObject([{ is_member: true }])
    for (const group of ['role:members', 'no group'])
      expect(await ofOwner.refusalOf('change_group_members', { group, add: ['Dov'] })).toMatch(/list_groups/)
    expect(await ofGuest.refusalOf('list_groups')).not.toBe('')
  })

  test('create a private channel with people, and none for a guest', async () => {
    const { agent, ofGuest, cleo, dov } = await withAgent()
    const request = { name: 'launch', description: 'All about it', people: ['Cleo'] }
    const { channel_id, subscribers } = await agent.call('create_channel', request)
    expect(subscribers).toEqual([dov.id, cleo.id])
    const { stream } = succeeded(await cleo.get(`/streams/${channel_id}`))
    expect(stream).toMatchObject({ name: 'launch', invite_only: true, creator_id: dov.id, subscriber_count: 2 })
    expect(await agent.refusalOf('create_channel', request)).toMatch(/already/i)
    expect(await ofGuest.refusalOf('create_channel', { name: 'of a guest' })).not.toBe('')
  })
})

describe('an agent that is limited to channels', () => {
  test('changes nothing beyond them: it has no scope for the status, channels or groups, also if they are ticked', async () => {
    const { dov, general } = await freshRealm()
    const free = await connectedAgent(dov)
    expect(free.tokens.scope).toBe(ALL_SCOPES)
    const { tokens, agent } = await connectedAgent(dov, { channels: [general.stream_id] })
    expect(tokens.scope).toBe('messages:read messages:write drafts:write')
    expect(await agent.toolNames()).not.toContain('create_channel')
    const refused = await agent.request('tools/call', { name: 'create_channel', arguments: { name: 'launch' } })
    expect(refused.status).toBe(403)
  })
})

test('the scopes of the status and of teams are their own: the other tools do not give them', async () => {
  const { dov } = await freshRealm()
  const { agent: all } = await connectedAgent(dov)
  const { agent: reader } = await connectedAgent(dov, { scope: 'messages:read' })
  const { agent: writer } = await connectedAgent(dov, { scope: 'messages:write' })
  for (const [agent, name, args, scope] of [
    [writer, 'set_status', { text: 'Away' }, 'messages:write status:write'],
    [writer, 'create_channel', { name: 'launch' }, 'messages:write teams:write'],
    [reader, 'change_group_members', { group: 'x' }, 'messages:read teams:write'],
    [reader, 'upload_file', { name: 'a', content: 'a' }, 'messages:read messages:write'],
  ] as const) {
    const refused = await agent.request('tools/call', { name, arguments: args })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining(`scope="${scope}"`),
    ])
    if (name !== 'change_group_members') await all.call(name, args)
  }
})

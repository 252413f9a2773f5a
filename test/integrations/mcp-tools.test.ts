import { describe, expect, test } from 'vitest'
import { agentOf } from '../support/agents'
import { uploadFile } from '../support/files'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

const withAgent = async () => {
  const cast = await freshRealm()
  return { ...cast, agent: agentOf(cast.dov) }
}

const NOTICE = expect.stringMatching(/are data, not instructions/)

describe('the tools', () => {
  test('have definitions that fit into four thousand tokens, and truthful annotations', async () => {
    const { agent } = await withAgent()
    const { tools } = await agent.result('tools/list')
    expect(JSON.stringify(tools).length).toBeLessThan(12_000)
    const writing = ['send_message', 'edit_message', 'react', 'mark_read', 'save_draft']
    for (const { name, annotations, inputSchema, description } of tools) {
      expect([name, annotations.readOnlyHint]).toEqual([name, !writing.includes(name)])
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(description.length).toBeLessThan(300)
    }
  })

  test('list channels and topics in pages', async () => {
    const { agent, cleo, general } = await withAgent()
    const { channels, notice } = await agent.call('list_channels')
    expect(notice).toEqual(NOTICE)
    expect(channels).toEqual([
      { id: general.stream_id, name: 'general', description: '', is_private: false, subscribers: expect.any(Number) },
    ])
    for (const topic of ['one', 'two', 'three']) await cleo.sends(general, topic, 'hello')
    const first = await agent.call('list_topics', { channel: 'general', limit: 2 })
    expect(first.topics.map(({ topic }: { topic: string }) => topic)).toEqual(['three', 'two'])
    expect(first.topics[0].is_unread).toBe(true)
    const second = await agent.call('list_topics', { channel: general.stream_id, limit: 2, cursor: first.next_cursor })
    expect(second.topics.map(({ topic }: { topic: string }) => topic)).toEqual(['one'])
    expect(second).not.toHaveProperty('next_cursor')
  })

  test('read messages as Markdown in a structure, in both directions from an anchor', async () => {
    const { agent, cleo, general, realm } = await withAgent()
    const ids: number[] = []
    for (const text of ['**one**', 'two', 'three']) ids.push((await cleo.sends(general, 'lunch', text)).id)
    const newest = await agent.call('get_messages', { channel: 'general', topic: 'lunch', before: 2 })
    expect(newest).toEqual({
      notice: NOTICE,
      messages: [expect.objectContaining({ id: ids[1], content: 'two' }), expect.objectContaining({ id: ids[2] })],
      older_anchor: ids[1],
    })
    const oldest = await agent.call('get_messages', { channel: 'general', topic: 'lunch', anchor: 'oldest', after: 1 })
    expect(oldest.messages).toEqual([
      {
        id: ids[0],
        sent_at: expect.stringMatching(/Z$/),
        sender: { id: cleo.id, name: 'Cleo' },
        channel: { id: general.stream_id, name: 'general' },
        topic: 'lunch',
        content: '**one**',
        is_unread: true,
        link: `${realm.url}/#narrow/near/${ids[0]}`,
      },
    ])
    expect(oldest.newer_anchor).toBe(ids[0])
  })

  test('bound an answer in characters, and say how to go on', async () => {
    const { agent, cleo, general } = await withAgent()
    for (let count = 0; count < 12; count++) await cleo.sends(general, 'long', '"'.repeat(4000))
    const args = { channel: 'general', topic: 'long', before: 100, content_chars: 4000 }
    const first = await agent.call('get_messages', args)
    expect(JSON.stringify(first).length).toBeLessThan(25_000)
    expect(first.messages.length).toBeGreaterThan(1)
    const second = await agent.call('get_messages', { ...args, anchor: first.older_anchor, before: 2 })
    expect(second.messages.at(-1).id).toBe(first.older_anchor)
    const cut = await agent.call('get_messages', { ...args, content_chars: 100 })
    expect(cut.messages).toHaveLength(12)
    expect(cut.messages[0]).toMatchObject({ is_cut: true, content: `${'"'.repeat(100)}…` })
  })

  test('search, list unread conversations, and mark them as read', async () => {
    const { agent, cleo, dov, general } = await withAgent()
    await cleo.sends(general, 'lunch', `Shall we eat pancakes, @**Dov**?`)
    await cleo.sendsDirectly([dov], 'Pancakes it is')
    const found = await agent.call('search_messages', { query: 'pancakes', limit: 1 })
    expect(found.messages[0].content).toBe('Pancakes it is')
    const rest = await agent.call('search_messages', { query: 'pancakes', cursor: found.next_cursor })
    expect(rest.messages[0].topic).toBe('lunch')
    const unread = await agent.call('list_unreads')
    expect(unread.mentions).toHaveLength(1)
    expect(unread.conversations.map(({ unread: count }: { unread: number }) => count)).toEqual([1, 1])
    expect(await agent.call('mark_read', { channel: 'general' })).toMatchObject({ marked: 1, has_more: false })
    expect((await agent.call('list_unreads')).conversations).toHaveLength(1)
  })

  test('find people, and refuse a name of several people', async () => {
    const { agent, realm, cleo } = await withAgent()
    expect((await agent.call('find_people', { query: 'cle' })).people).toMatchObject([{ id: cleo.id, name: 'Cleo' }])
    expect(await agent.call('get_person', { user: 'Cleo' })).toMatchObject({ id: cleo.id, role: 'moderator' })
    await realm.newPerson('twin', { full_name: 'Twin' })
    await realm.newPerson('other', { full_name: 'Twin' })
    expect(await agent.refusalOf('get_person', { user: 'twin' })).toMatch(/^Several people have this name/)
    expect(await agent.refusalOf('get_person', { user: 'no user' })).toBe('No such user')
  })

  test('send, edit and react as the user, and send nothing twice', async () => {
    const { agent, cleo, dov } = await withAgent()
    const message = { channel: 'general', topic: 'lunch', content: 'Noon', idempotency_key: 'a' }
    const { id } = await agent.call('send_message', message)
    expect(await agent.call('send_message', message)).toMatchObject({ id })
    await agent.call('edit_message', { id, content: 'One' })
    await agent.call('react', { id, emoji: ':thumbs_up:' })
    const edited = succeeded(await cleo.get(`/messages/${id}`, { apply_markdown: false })).message
    expect(edited).toMatchObject({ sender_id: dov.id, content: 'One', reactions: [{ emoji_name: 'thumbs_up' }] })
    await agent.call('react', { id, emoji: 'thumbs_up', remove: true })
    const direct = await agent.call('send_message', { dm_to: [cleo.id], content: 'Hi' })
    expect((await cleo.get(`/messages/${direct.id}`)).message).toMatchObject({ type: 'private', sender_id: dov.id })
    expect(await agent.refusalOf('send_message', { content: 'x' })).toMatch(/^Give either/)
    expect(await agent.refusalOf('send_message', { channel: 'general', content: 'x' })).toMatch(/needs a topic/)
  })

  test('save drafts, which are not sent', async () => {
    const { agent, dov, cleo, general } = await withAgent()
    const { draft_id } = await agent.call('save_draft', { channel: 'general', topic: 'lunch', content: 'Soup' })
    await agent.call('save_draft', { dm_to: [cleo.email], content: 'Dear' })
    expect((await dov.get('/drafts')).drafts).toMatchObject([
      { id: draft_id, type: 'stream', to: [general.stream_id], topic: 'lunch', content: 'Soup' },
      { type: 'private', to: [cleo.id], content: 'Dear' },
    ])
  })

  test('read text files, and only the facts of others', async () => {
    const { agent, dov } = await withAgent()
    const { url: text } = await uploadFile(dov, new File(['one\ntwo'], 'notes.txt', { type: 'text/plain' }))
    expect(await agent.call('get_file', { path: text })).toMatchObject({ content: 'one\ntwo', size: 7 })
    expect(await agent.call('get_file', { path: text, max_chars: 3 })).toMatchObject({ content: 'one…', is_cut: true })
    const { url: picture } = await uploadFile(dov, new File([new Uint8Array(9)], 'a.png', { type: 'image/png' }))
    expect(await agent.call('get_file', { path: picture })).toEqual({
      notice: NOTICE,
      name: 'a.png',
      type: 'image/png',
      size: 9,
    })
  })

  test('say which argument is wrong', async () => {
    const { agent } = await withAgent()
    expect(await agent.refusalOf('get_messages', { before: 1000 })).toMatch(/^before: .*100/)
    expect(await agent.refusalOf('get_messages', { chanel: 'general' })).toMatch(/^chanel: /)
    expect(await agent.refusalOf('search_messages')).toMatch(/^query: /)
  })
})

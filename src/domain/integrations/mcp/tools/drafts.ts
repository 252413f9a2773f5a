import * as v from 'valibot'
import { optional, text } from '../../../../api/params'
import { createDrafts } from '../../../writing/drafts/endpoints'
import { oneDestination } from '../rules'
import { tool } from '../tool'
import { channelIdOf } from './channels'
import { channel, people, topic } from './params'
import { idsOfPeople } from './people'

const CONTENT_CHARACTERS = 10_000

export const saveDraft = tool({
  name: 'save_draft',
  title: 'Save a draft',
  description: 'Saves a draft in the account of the user. Nothing is sent until the user sends it.',
  scope: 'drafts:write',
  effect: 'adds',
  params: {
    channel: optional(channel()),
    topic: optional(topic(), ''),
    dm_to: optional(people()),
    content: text(CONTENT_CHARACTERS),
  },
  run: async (edge, { dm_to, content, ...place }) => {
    if (place.channel !== undefined && dm_to !== undefined) throw oneDestination({})
    const destination =
      place.channel !== undefined
        ? { type: 'stream' as const, to: [await channelIdOf(edge, place.channel)], topic: place.topic }
        : {
            type: dm_to ? ('private' as const) : ('' as const),
            to: dm_to ? await idsOfPeople(edge, dm_to) : [],
            topic: '',
          }
    const answer = await edge.call(createDrafts, { drafts: [{ ...destination, content }] })
    const { ids } = v.parse(v.object({ ids: v.array(v.number()) }), answer)
    return { draft_id: ids[0] }
  },
})

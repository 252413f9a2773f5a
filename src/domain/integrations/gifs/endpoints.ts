import * as v from 'valibot'
import { oneOf, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Outside } from '../../../outside/fetch-outside'
import { fetchText } from '../../../outside/fetch-text'
import { purposes } from '../../../outside/purposes'
import { findExternalContentPath } from '../../files/external-content/signed-urls'
import { userSettingsOf } from '../../people/user-settings/storage'
import { anyUser, owners } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { encryptionIsNotConfigured } from '../../realm/secrets/actions'
import { keyOfServer } from '../../realm/secrets/key-of-server'
import { sentFrom } from '../../realm/settings/outside-policy'
import { gifsAreIncomplete, gifServiceFailed, gifsAreOff, searchErrors } from './errors'
import { addressOfSearch, MAX_POSITION_CHARACTERS, readGifs, type FoundGif } from './search-rules'
import { beginSearch, removeGifKey, serverOfGifKey, writeGifKey } from './service'

const gifShape = v.strictObject({
  description: v.string(),
  url: v.string(),
  preview_url: v.string(),
  width: v.number(),
  height: v.number(),
})

export const findGifs = endpoint.twoStep({
  route: 'GET /parley/gifs',
  summary: 'Search for GIFs or stickers with the service that the owners chose.',
  note: 'The server asks the service, which learns the text and the language of the search, and not who searches. `preview_url` is an address of this server. A message that links to `url` shows the picture. Without a text, the answer has what is popular. `next` is empty at the end.',
  caller: anyUser,
  params: {
    query: optional(text(100), ''),
    kind: optional(oneOf(['gif', 'sticker']), 'gif'),
    after: optional(text(MAX_POSITION_CHARACTERS), ''),
  },
  returns: { gifs: v.array(gifShape), next: v.string() },
  errors: [...searchErrors, insufficientPermission],
  decide: (realm, user, { query, ...search }) => {
    const { service, rating } = beginSearch(realm, user)
    const { default_language: language } = userSettingsOf(realm, user)
    return {
      begun: { service, address: addressOfSearch(service, { ...search, query: query.trim(), language, rating }) },
    }
  },
  work: (edge, { service, address }) => search(sentFrom(edge, service).policy, address),
  finish: (realm, _, { gifs, next }) => ({
    gifs: gifs.flatMap((gif) => withPreview(gif, (url) => findExternalContentPath(realm, url))),
    next,
  }),
})

/** Browsers get previews from this server. Pictures that it does not fetch cannot be chosen. */
function withPreview(gif: FoundGif, pathOf: (url: string) => string | undefined): FoundGif[] {
  const preview_url = pathOf(gif.preview_url)
  return preview_url === undefined || pathOf(gif.url) === undefined ? [] : [{ ...gif, preview_url }]
}

async function search(policy: Outside, url: string) {
  const request = { url, headers: { accept: 'application/json' } }
  const answer = await fetchText('this deployment searches for no GIFs.', policy, purposes.gifs, request)
  if ('why' in answer) throw gifServiceFailed(answer)
  const found = readGifs(answer.body)
  if (found === undefined) throw gifServiceFailed({ why: 'its answer has no pictures.' })
  return found
}

export const getGifKey = endpoint.decision({
  route: 'GET /parley/gifs/key',
  summary: 'Get the server for which the organization has a key for GIFs.',
  caller: owners,
  params: {},
  returns: { key_for: v.nullable(v.string()) },
  errors: [],
  decide: (realm) => ({ key_for: serverOfGifKey(realm) ?? null }),
})

export const setGifKey = endpoint.decision({
  route: 'POST /parley/gifs/key',
  summary: 'Store the key that the server sends to the chosen service for GIFs. No answer has it.',
  note: 'Owners choose the service in the settings `parley_gif_service` and `parley_gif_url`. Only the server of the service that is chosen now gets the key. For another one, owners store a key again.',
  caller: owners,
  params: { key: keyOfServer },
  returns: {},
  errors: [gifsAreOff, gifsAreIncomplete, encryptionIsNotConfigured],
  decide: (realm, actor, { key }) => writeGifKey(realm, actor, key),
})

export const deleteGifKey = endpoint.decision({
  route: 'DELETE /parley/gifs/key',
  summary: 'Delete the key for GIFs.',
  caller: owners,
  params: {},
  returns: {},
  errors: [],
  decide: (realm, actor) => removeGifKey(realm, actor),
})

import { integer, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { drawIdenticon } from '../../../images/identicon'
import { filesUnavailable } from '../../../store/files'
import { drawnPictureAt } from '../../realm/settings/drawn-pictures'
import { realmNumber } from '../../realm/settings/realm-number'
import { anyone } from '../../people/users/callers'
import { fileDoesNotExist } from '../../realm/files/errors'
import { mediumKey, pictureKey } from './picture'

/** A new picture gets a new URL, so the picture at a URL never changes. */
const CACHE_FOR_EVER = 'public, max-age=31536000, immutable'

export const getPicture = endpoint.public({
  route: 'GET site:/user_avatars/:realm_id_str/:path+',
  summary: 'Get an avatar, a custom emoji, or the icon or logo of the organization. The URL cannot be guessed.',
  caller: anyone,
  params: { realm_id_str: integer(), path: shortText() },
  errors: [fileDoesNotExist, filesUnavailable],
  serve: async (edge, { realm_id_str, path }) => {
    const drawn = drawnPictureAt(path)
    if (drawn !== undefined) return served(await drawIdenticon(drawn.seed, drawn.size), 'image/png')
    const [, token, medium] = /^(?:[a-z]+\/)*([A-Za-z0-9]{30}(?:-still)?)(-medium)?\.[a-z]{3,4}$/.exec(path) ?? []
    if (token === undefined || realm_id_str !== realmNumber({ name: edge.realm_name })) throw fileDoesNotExist({})
    // Avatars of older versions of the server have one size.
    const larger = medium === undefined ? undefined : await edge.files.get(mediumKey(token))
    const file = larger ?? (await edge.files.get(pictureKey(token)))
    if (file === undefined) throw fileDoesNotExist({})
    const content_type = file.httpMetadata?.contentType ?? ''
    return served(file.body, content_type, { 'content-length': String(file.size), etag: file.httpEtag })
  },
})

const served = (body: BodyInit, content_type: string, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    headers: {
      'content-type': content_type,
      'cache-control': CACHE_FOR_EVER,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      ...headers,
    },
  })

import { integer, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { filesUnavailable } from '../../../store/files'
import { realmNumber } from '../../realm/settings/realm-number'
import { anyone } from '../../people/users/callers'
import { fileDoesNotExist } from '../../realm/files/errors'
import { pictureKey } from './pictures'

/** A new picture has a new address, so what is at one never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export const getPicture = endpoint.public({
  route: 'GET site:/user_avatars/:realm_id_str/:path+',
  summary: 'A picture of a person, of the organization, or an emoji, for whoever has its address.',
  caller: anyone,
  params: { realm_id_str: integer(), path: shortText() },
  errors: [fileDoesNotExist, filesUnavailable],
  serve: async (edge, { realm_id_str, path }) => {
    const [, token] = /^(?:[a-z]+\/)*([A-Za-z0-9]{30}(?:-still)?)(?:-medium)?\.[a-z]{3,4}$/.exec(path) ?? []
    if (token === undefined || realm_id_str !== realmNumber({ name: edge.realm_name })) throw fileDoesNotExist({})
    const found = await edge.files.get(pictureKey(token))
    if (found === undefined) throw fileDoesNotExist({})
    const headers = {
      'content-type': found.httpMetadata?.contentType ?? '',
      'cache-control': FOR_EVER,
      'content-length': String(found.size),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      etag: found.httpEtag,
    }
    return new Response(found.body, { headers })
  },
})

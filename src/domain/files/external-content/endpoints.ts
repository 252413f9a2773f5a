import { rateLimitHit } from '../../../api/errors'
import { shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../../people/users/callers'
import { fileSecret } from '../../realm/files/storage'
import { outsidePolicy, sentFrom } from '../../realm/settings/outside-policy'
import { fetchContent } from './fetch-content'
import { limitFetches } from './limit-fetches'
import { externalContentUnavailable, findSignedUrl, invalidExternalContent } from './rules'

/** The address has twice as many characters as that on the other site. */
const MAX_HEX = 8192

export const getExternalContent = endpoint.file({
  route: 'GET site:/external_content/:digest/:received_url',
  summary: 'Get a picture, a sound or a film of another site, which does not learn who reads the message.',
  note: 'Only the server makes these addresses. A film arrives in parts of at most 4 MiB.',
  caller: anyUser,
  isPartOfPages: true,
  params: { digest: shortText(), received_url: text(MAX_HEX) },
  errors: [invalidExternalContent, externalContentUnavailable, rateLimitHit],
  decide: (realm, viewer, { digest, received_url }) => {
    const url = findSignedUrl(fileSecret(realm), digest, received_url)
    if (url === undefined) throw invalidExternalContent({})
    limitFetches(realm, viewer)
    return { url, policy: outsidePolicy(realm) }
  },
  serve: (edge, decided) => fetchContent({ ...sentFrom(edge, decided), range: edge.request.headers.get('range') }),
})

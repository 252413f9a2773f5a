import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { anyone } from '../../people/users/callers'
import { documentPage } from './document-page'

export const openDocument = endpoint.file({
  route: 'GET site:/help/:document',
  summary: 'A document of this project for users, such as `apps` or `calls`.',
  caller: anyone,
  params: { document: shortText() },
  errors: [],
  decide: (realm) => letterheadOf(realm),
  serve: ({ request }, letterhead, { document }) => documentPage(pageContext(request, letterhead), document),
})

import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { endpoint } from '../../../edge'
import { theDeployment } from '../../people/users/callers'
import { folderOf } from './rules'
import { allCopies } from './storage'

export const getNightlyCopies = endpoint.decision({
  route: 'GET /parley/nightly_copies',
  summary: 'Get the copies of the realm in the second bucket, the newest first.',
  note: '`nights` is how long they are kept. It is 0 in a deployment without a bucket for copies.',
  caller: theDeployment,
  params: {},
  returns: {
    nights: v.number(),
    copies: v.array(v.strictObject({ folder: v.string(), begun_at: v.number(), finished_at: v.nullable(v.number()) })),
  },
  errors: [wrongDeploymentSecret],
  decide: (realm) => ({
    nights: realm.backups === undefined ? 0 : realm.config.nightly_copies,
    copies: allCopies(realm.sql).map(({ night, begun_at, finished_at }) => ({
      folder: folderOf(night),
      begun_at,
      finished_at,
    })),
  }),
})

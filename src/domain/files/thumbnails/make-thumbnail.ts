import { waitUntil } from 'cloudflare:workers'
import { logLine } from '../../../api/log-line'
import { step, type Edge } from '../../../edge'
import { shrinkOnPlatform, type PictureService } from '../../../images/platform'
import { PictureProblem } from '../../../images/problem'
import { shrinkPicture, type Load } from '../../../images/shrink'
import type { Realm } from '../../../realm'
import type { Files } from '../../../store/files'
import { THUMBNAIL_FORMAT } from '../attachments/rules'
import { animationKey, thumbnailKey } from '../attachments/thumbnail-key'
import { finishThumbnail, type ThumbnailReport } from './actions'
import type { ThumbnailOutcome } from './rules'

const { max_width: width, max_height: height } = THUMBNAIL_FORMAT

/** The later step of each request that makes a thumbnail. */
export const thumbnailSteps = {
  finishThumbnail: step((realm: Realm, _: unknown, report: ThumbnailReport) => finishThumbnail(realm, report)),
}

type StoredPicture = { path_id: string; key: string; owner_id: number }

/** Makes the thumbnail of a new picture after the response. */
export function makeThumbnailLater(edge: Edge, picture: StoredPicture): void {
  waitUntil(
    makeThumbnail(edge, picture).catch((error: unknown) =>
      logLine('error', 'thumbnail_not_reported', { realm: edge.realm_name }, error),
    ),
  )
}

/** Makes a thumbnail, stores it in R2, and tells the realm. */
export async function makeThumbnail(edge: Edge, picture: StoredPicture): Promise<ThumbnailOutcome> {
  const outcome = await attempt(edge, picture)
  await edge.ask(thumbnailSteps.finishThumbnail, { path_id: picture.path_id, outcome })
  return outcome
}

async function attempt(edge: Edge, picture: StoredPicture): Promise<ThumbnailOutcome> {
  const { key } = picture
  try {
    return await makeOwn(edge, picture)
  } catch (error) {
    const problem = problemOf(error)
    const isReadable = problem === 'unsupported' || problem === 'too large'
    return isReadable && edge.services.pictures
      ? attemptOnPlatform(edge.files, edge.services.pictures, key)
      : { state: STATES[problem] }
  }
}

const target = { box: { width, height } }

async function makeOwn({ files, realm_name }: Edge, { key, owner_id }: StoredPicture): Promise<ThumbnailOutcome> {
  const account = `${realm_name}/${owner_id}`
  const load: Load = (most, pause) => files.readUpTo(key, most, pause)
  const request = { account, load, largest: target, moving: target }
  const { results, isAnimated, animation } = await shrinkPicture(request)
  const moving = animation && (await files.put(animationKey({ key }), animation, WEBP))
  const still = await files.put(thumbnailKey({ key }), results[0]!, WEBP)
  return { state: 'ready', isAnimated, animation: moving, ...still }
}

/** Pictures that this code does not read, if the deployment has the platform's service for them. */
async function attemptOnPlatform(files: Files, service: PictureService, key: string): Promise<ThumbnailOutcome> {
  try {
    const file = await files.get(key)
    if (file === undefined) return { state: 'original' }
    const still = await files.put(thumbnailKey({ key }), await shrinkOnPlatform(service, file.body, target.box), WEBP)
    return { state: 'ready', isAnimated: false, ...still }
  } catch (error) {
    return { state: STATES[problemOf(error)] }
  }
}

const WEBP = 'image/webp'

function problemOf(error: unknown): PictureProblem['problem'] {
  if (!(error instanceof PictureProblem)) logLine('error', 'thumbnail_failed', {}, error)
  return error instanceof PictureProblem ? error.problem : 'unsupported'
}

const STATES = { damaged: 'failed', unsupported: 'original', 'too large': 'original', busy: 'busy' } as const

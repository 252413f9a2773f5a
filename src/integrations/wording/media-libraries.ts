import { anything, firstOf, flag, many, maybe, number, one, scalar, text, textAt } from '../fields'
import { on, type AnyEvent } from '../integration'
import { configured } from './words'

/** The events of Radarr, Sonarr and Lidarr, which are copies of one program for movies, series and music. */

export const mediaEvent = (body: unknown): string => textAt(body, 'eventType') ?? ''

const test = on(one({}), (_, { title }) => ({ topic: `${title} - Test`, content: configured(title) }))

const health = on(one({ level: text, message: text }), ({ level, message }) => ({
  topic: `Health ${level}`,
  content: `${message}.`,
}))

const updated = on(one({ previousVersion: text, newVersion: text }), (body, { title }) => ({
  topic: `${title} - Application update`,
  content: `${title} was updated from ${body.previousVersion} to ${body.newVersion}.`,
}))

const movie = one({ title: text })
const file = one({ quality: maybe(text) })

type Quality = string | null | undefined
const fromTo = (from: Quality, to: Quality) => `${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`

/** The reasons for which Radarr deletes a file. The name of a newer one is understandable too. */
const REASONS: Readonly<Record<string, string>> = {
  manual: 'by hand',
  missingFromDisk: 'because it is missing on the disk',
  noLinkedEpisodes: 'because nothing refers to it',
  upgrade: 'because of an upgrade',
}

function movieFileDeleted(movie: string, reason: Quality, quality: Quality): string {
  if (reason === 'upgrade' && !quality)
    return `A file with lower quality for the movie ${movie} was deleted, because of an upgrade.`
  const file = `A file${quality ? ` with quality ${quality}` : ''} for the movie ${movie} was deleted`
  return reason ? `${file}, ${REASONS[reason] ?? `for this reason: ${reason}`}.` : `${file}.`
}

const ofMovie = (write: (title: string) => string): AnyEvent =>
  on(one({ movie }), ({ movie: { title } }) => ({ topic: title, content: write(title) }))

export const radarrEvents: Record<string, AnyEvent> = {
  Test: test,
  Health: health,
  ApplicationUpdate: updated,
  Grab: ofMovie((title) => `The movie ${title} has been grabbed.`),
  Rename: ofMovie((title) => `The movie ${title} has been renamed.`),
  MovieAdded: ofMovie((title) => `The movie ${title} was added.`),
  Download: on(
    one({ movie, isUpgrade: maybe(flag), movieFile: maybe(file), deletedFiles: maybe(many(file)) }),
    ({ movie: { title }, isUpgrade, movieFile, deletedFiles }) => ({
      topic: title,
      content: isUpgrade
        ? `The movie ${title} has been upgraded${fromTo(deletedFiles?.[0]?.quality, movieFile?.quality)}.`
        : `The movie ${title} has been imported.`,
    }),
  ),
  MovieDelete: on(one({ movie, deletedFiles: maybe(anything) }), ({ movie: { title }, deletedFiles }) => ({
    topic: title,
    content:
      deletedFiles === true
        ? `The movie ${title} was deleted; its files were also deleted.`
        : `The movie ${title} was deleted; its files were not deleted.`,
  })),
  MovieFileDelete: on(
    one({ movie, deleteReason: maybe(text), movieFile: maybe(file) }),
    ({ movie: { title }, deleteReason, movieFile }) => ({
      topic: title,
      content: movieFileDeleted(title, deleteReason, movieFile?.quality),
    }),
  ),
}

const series = one({ title: text })
const episode = one({ title: maybe(text), episodeNumber: number, seasonNumber: number })

type Episode = { title?: string | null; episodeNumber: number; seasonNumber: number }
const nameOf = (show: string, { seasonNumber, episodeNumber, title }: Episode) =>
  [show, `${seasonNumber}x${episodeNumber}`, title].filter(Boolean).join(' - ')

const ofEpisode = (write: (name: string) => string): AnyEvent =>
  on(one({ series, episodes: firstOf(episode) }), ({ series: { title }, episodes: first }) => ({
    topic: title,
    content: write(nameOf(title, first)),
  }))

export const sonarrEvents: Record<string, AnyEvent> = {
  Test: test,
  Health: health,
  ApplicationUpdate: updated,
  Grab: ofEpisode((name) => `${name} has been grabbed.`),
  EpisodeFileDelete: on(
    one({ series, episodes: firstOf(episode), deleteReason: maybe(text) }),
    ({ series: { title }, episodes: first, deleteReason }) => ({
      topic: title,
      content: `${nameOf(title, first)} has been deleted${deleteReason === 'upgrade' ? ' due to quality upgrade' : ''}.`,
    }),
  ),
  Download: on(
    one({
      series,
      episodes: firstOf(episode),
      isUpgrade: maybe(flag),
      episodeFile: maybe(file),
      deletedFiles: maybe(many(file)),
    }),
    ({ series: { title }, episodes: first, isUpgrade, episodeFile, deletedFiles }) => {
      const change = isUpgrade ? `upgraded${fromTo(deletedFiles?.[0]?.quality, episodeFile?.quality)}` : 'imported'
      return { topic: title, content: `${nameOf(title, first)} has been ${change}.` }
    },
  ),
  Rename: on(one({ series }), ({ series: { title } }) => ({
    topic: title,
    content: `${title} episodes have been renamed.`,
  })),
  SeriesDelete: on(one({ series }), ({ series: { title } }) => ({
    topic: title,
    content: `${title} has been deleted.`,
  })),
}

const TRACKS_SHOWN = 20
const artist = one({ name: text })
const track = one({ title: text, id: maybe(scalar) })

export const lidarrEvents: Record<string, AnyEvent> = {
  Test: test,
  Health: health,
  Grab: on(one({ artist, albums: maybe(many(one({ title: text }))) }), ({ artist: { name }, albums }) => ({
    topic: name,
    content: `The album ${albums?.[0]?.title ?? ''} by ${name} has been grabbed.`,
  })),
  Rename: on(one({ artist }), ({ artist: { name } }) => ({
    topic: name,
    content: `The artist ${name} has had its tracks renamed.`,
  })),
  Retag: on(one({ artist }), ({ artist: { name } }) => ({
    topic: name,
    content: `The artist ${name} has had its tracks retagged.`,
  })),
  Download: on(
    one({ artist, tracks: many(track), isUpgrade: maybe(flag) }),
    ({ artist: { name }, tracks, isUpgrade }) => {
      const titles = tracks.slice(0, TRACKS_SHOWN).map(({ title }) => `* ${title}`)
      const more = tracks.length - TRACKS_SHOWN
      const change = isUpgrade ? 'imported due to upgrade' : 'imported'
      return {
        topic: name,
        content: [
          `The following tracks by ${name} have been ${change}:`,
          ...titles,
          ...(more > 0 ? [`[and ${more} more tracks(s)]`] : []),
        ].join('\n'),
      }
    },
  ),
}

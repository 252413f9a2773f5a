import type { BotWords } from './bots-en'

/** All text of bot messages and notifications, in German. */
export const botsDe: BotWords = {
  unnamed: 'Jemand',
  aMessage: 'eine Nachricht',
  channelNumber: (id) => `Kanal ${id}`,
  topics: {
    channelEvents: 'Änderungen des Kanals',
    newChannels: 'neue Kanäle',
    signups: 'neue Mitglieder',
    reports: (id, name) => `Meldungen zu Benutzer ${id}: ${name}`,
  },
  welcome: `Hallo und willkommen! :wave: Ich bin der Willkommens-Bot. Unterhaltungen sind hier in Kanäle und Themen geordnet, damit alle verfolgen und später nachlesen können, was für sie wichtig ist.

* [Ihr Eingang](/#inbox) enthält alles, was Sie noch nicht gelesen haben.
* [Alle Kanäle](/#channels/all) zeigt, was Sie abonnieren können.
* Um eine Unterhaltung zu beginnen, öffnen Sie einen Kanal und schreiben Sie ein neues Thema: einige Worte, die sagen, worum es geht.
* [Ihr Profil](/#settings/profile) enthält Ihren Namen und Ihr Bild, und [Ihre Benachrichtigungen](/#settings/notifications) bestimmen, was Sie unterbricht.

Nur Sie sehen, was Sie mir schreiben. Sie können hier also alles ausprobieren.`,
  firstChannels: {
    channels: {
      general: { name: 'allgemein', description: 'Für alle, über das, was alle betrifft.' },
      help: { name: 'hilfe', description: 'Fragen und Antworten. Keine Frage ist zu klein.' },
      random: { name: 'pause', description: 'Was mit der Arbeit nichts zu tun hat.' },
      introductions: { name: 'vorstellung', description: 'Wer Sie sind, und was Sie herführt.' },
      questions: { name: 'fragen', description: 'Fragen zu Kursen und Übungen, mit ihren Antworten.' },
      projects: { name: 'projekte', description: 'Woran Menschen gemeinsam arbeiten.' },
    },
    welcome: {
      topic: 'willkommen',
      content: `Willkommen! :wave: Das ist ein Thema: eine Unterhaltung über eine Sache, in dem Kanal, dessen Name oben steht.

Antworten Sie hier, um es auszuprobieren. Ihre Antwort bleibt in diesem Thema und stört keine andere Unterhaltung.`,
    },
    topics: {
      topic: 'wie Themen funktionieren',
      content: `* **Etwas Neues?** Schreiben Sie ein neues Thema: einige Worte, die sagen, worum es geht.
* **Ist eine Frage beantwortet?** Im Menü eines Themas steht *Als erledigt markieren*.
* **Steht eine Nachricht im falschen Thema?** Im Menü einer Nachricht können Sie sie verschieben.
* **Zu viel, oder wichtig?** Im Menü eines Themas können Sie es stummschalten oder ihm folgen.`,
    },
    asking: {
      topic: 'wie man eine Frage stellt',
      content: `Geben Sie jeder Frage ein eigenes Thema, so wie diesem hier. Wer die Antwort kennt, findet sie im Eingang, auch morgen noch.

Um jemanden zu rufen, schreiben Sie \`@\` und den Namen.`,
    },
  },
  emailNotPosted: (subject, reason) => `Ihre E-Mail \`${subject}\` wurde nicht gesendet. ${reason}`,
  emailRefused: {
    expired: 'Die E-Mail, auf die Sie antworten, ist zu alt. Antworten Sie stattdessen im Gespräch.',
    unproven: (address) =>
      `Nichts belegt, dass die E-Mail von Ihrer Adresse ${address} kommt. Antworten Sie von dieser Adresse aus, und mit einem Anbieter, der Ihre E-Mails signiert (DKIM).`,
    conversation: 'Das Gespräch gibt es nicht mehr, oder Sie dürfen es nicht mehr lesen.',
  },
  joined: (actor) => `${actor} ist der Organisation beigetreten.`,
  invitationAccepted: (actor) => `${actor} hat Ihre Einladung in die Organisation angenommen!`,
  subscribed: (actor, channel) => `${actor} hat ${channel} für Sie abonniert.`,
  subscribedToSeveral: (actor) => `${actor} hat diese Kanäle für Sie abonniert:`,
  channelsCreated: (actor, channels, names) =>
    `${actor} hat ${channels === 1 ? 'einen neuen Kanal' : 'neue Kanäle'} angelegt: ${names}.`,
  addedToGroup: (actor, group) =>
    `${actor} hat Sie in ${group === undefined ? 'eine Gruppe' : `die Gruppe ${group}`} aufgenommen.`,
  removedFromGroup: (actor, group) =>
    `${actor} hat Sie aus ${group === undefined ? 'einer Gruppe' : `der Gruppe ${group}`} entfernt.`,
  channel: {
    created: (actor, privacy, description) => `${actor} hat diesen Kanal angelegt (${privacy}). ${description}`,
    archived: (actor) => `${actor} hat diesen Kanal archiviert.`,
    restored: (actor) => `${actor} hat diesen Kanal aus dem Archiv geholt.`,
    privacyChanged: (actor, before, after) =>
      `${actor} hat geändert, wer diesen Kanal liest: ${after}. Vorher: ${before}.`,
    privacy: {
      webPublic: 'öffentlich im Web',
      public: 'öffentlich',
      shared: 'privat, mit allen früheren Nachrichten',
      protected: 'privat, ohne frühere Nachrichten',
    },
    retentionChanged: (actor, before, after) =>
      `${actor} hat geändert, wie lange Nachrichten hier aufbewahrt werden: ${after}. Vorher: ${before}.`,
    retention: {
      asRealm: 'wie die anderen Nachrichten der Organisation',
      forEver: 'für immer',
      days: (days) => (days === 1 ? 'einen Tag' : `${days} Tage`),
    },
    folderRemoved: (actor) => `${actor} hat diesen Kanal aus seinem Ordner genommen.`,
    folderChanged: (actor, folder) =>
      `${actor} hat diesen Kanal in ${folder === undefined ? 'einen Ordner' : `den Ordner ${folder}`} verschoben.`,
    descriptionChanged: (actor) => `${actor} hat die Beschreibung dieses Kanals geändert.`,
    description: 'Beschreibung:',
    descriptionBefore: 'Vorher:',
    descriptionAfter: 'Jetzt:',
    none: 'keine.',
    renamed: (actor, before, after) => `${actor} hat diesen Kanal von ${before} in ${after} umbenannt.`,
    renamedUnnamed: (actor) => `${actor} hat diesen Kanal umbenannt.`,
    postingChanged: (actor) => `${actor} hat geändert, wer in diesem Kanal schreiben darf.`,
  },
  move: {
    here: (actor, what, place) => `${actor} hat ${what} hierher verschoben. Bisher: ${place}.`,
    away: (actor, what, place) => `${actor} hat ${what} von hier verschoben. Neuer Ort: ${place}.`,
    topic: 'dieses Thema',
    messages: (messages) => (messages === 1 ? 'eine Nachricht' : `${messages} Nachrichten`),
    otherTopic: 'ein anderes Thema',
    privateChannel: 'ein privater Kanal',
    otherChannel: 'ein anderer Kanal',
    generalChat: (channel) => `der allgemeine Chat von ${channel}`,
  },
  resolved: (actor) => `${actor} hat dieses Thema als erledigt markiert.`,
  unresolved: (actor) => `${actor} hat dieses Thema wieder geöffnet.`,
  reminder: {
    of: (message) => `Sie wollten an ${message} erinnert werden.`,
    gone: 'Sie wollten an eine Nachricht erinnert werden, die Sie nicht mehr lesen können.',
    note: 'Ihre Notiz:',
    wrote: (author) => `${author} schrieb:`,
  },
  report: {
    summary: (reporter, message, author, reason) =>
      `${reporter} hat ${message} von ${author} gemeldet. Grund: ${reason}.`,
    reasons: {
      spam: 'Spam',
      harassment: 'Belästigung',
      inappropriate: 'unangemessener Inhalt',
      norms: 'ein Verstoß gegen die Regeln der Gemeinschaft',
      other: 'ein anderer Grund',
    },
    words: 'Die Meldung sagt:',
    message: 'Die Nachricht:',
  },
  scheduled: {
    failed: (time) => `Ihre für ${time} geplante Nachricht wurde nicht gesendet:`,
    next: 'Sie können sie unter Ihren [geplanten Nachrichten](#scheduled) ändern oder löschen.',
  },
  exports: {
    ready: 'Ihr Datenexport ist fertig. Administratoren finden seine Adresse bei den Exporten der Organisation.',
    failed: 'Ihr Datenexport ist fehlgeschlagen. Sie können einen neuen anfordern.',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `Ihr Bot ${bot} wollte eine Nachricht an den Kanal ${channel} senden, aber diesen Kanal gibt es nicht. [Hier](#streams/new) können Sie ihn anlegen.`,
    unnamedChannelMissing: (bot) => `Ihr Bot ${bot} wollte eine Nachricht an einen Kanal senden, den es nicht gibt:`,
    refused: (service, bot) => `Eine Lieferung von ${service} an Ihren Bot ${bot} ist fehlgeschlagen:`,
    cannotAnswer: 'Ich kann nicht antworten: Mein Programm hat einen Fehler.',
    failed: (bot, message_id, why) =>
      `Der Webhook Ihres Bots ${bot} ist bei Nachricht ${message_id} fehlgeschlagen: ${why}.`,
    disabled: (subscription, bot, why) =>
      `Das Ereignis-Abonnement ${subscription} Ihres Bots ${bot} ist abgeschaltet: ${why}.`,
  },
  call: {
    started: 'Ein Anruf hat begonnen.',
    join: 'Am Anruf teilnehmen',
    ended: (minutes, people) =>
      `Anruf: ${minutes === 1 ? '1 Minute' : `${minutes} Minuten`}, ${people === 1 ? '1 Person' : `${people} Personen`}.`,
    missed: 'Verpasster Anruf.',
    ringing: 'Ruft Sie an.',
    answer: 'Annehmen',
    decline: 'Ablehnen',
  },
  notification: {
    hidden: 'Neue Nachricht',
    test: 'Benachrichtigungen funktionieren in diesem Browser.',
    mentionedYou: (name) => `${name} hat Sie erwähnt:`,
    mentionedGroup: (name, group) => `${name} hat @${group} erwähnt:`,
    mentionedEveryone: (name) => `${name} hat alle erwähnt:`,
  },
}

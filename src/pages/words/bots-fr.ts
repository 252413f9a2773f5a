import type { BotWords } from './bots-en'

/** All text of bot messages and notifications, in French. */
export const botsFr: BotWords = {
  unnamed: 'Quelqu’un',
  aMessage: 'un message',
  channelNumber: (id) => `canal ${id}`,
  topics: {
    channelEvents: 'événements du canal',
    newChannels: 'nouveaux canaux',
    signups: 'nouveaux membres',
    reports: (id, name) => `Signalements sur l’utilisateur ${id} (${name})`,
  },
  welcome: `Bonjour et bienvenue ! :wave: Je suis le bot de bienvenue. Ici, les conversations sont organisées en canaux et en sujets, pour que chacun puisse suivre ce qui compte pour lui et le retrouver plus tard.

* [Votre boîte de réception](/#inbox) contient tout ce que vous n’avez pas lu.
* [Tous les canaux](/#channels/all) montre ceux auxquels vous pouvez vous abonner.
* Pour commencer une conversation, ouvrez un canal et écrivez un nouveau sujet : quelques mots qui disent de quoi il s’agit.
* [Votre profil](/#settings/profile) contient votre nom et votre image, et [vos notifications](/#settings/notifications) décident de ce qui vous interrompt.

Vous seul voyez ce que vous m’écrivez : vous pouvez donc tout essayer ici.`,
  firstChannels: {
    channels: {
      general: { name: 'général', description: 'Pour tout le monde, sur ce qui nous concerne tous.' },
      help: { name: 'aide', description: 'Questions et réponses. Aucune question n’est trop petite.' },
      random: { name: 'pause', description: 'Ce qui n’a rien à voir avec le travail.' },
      introductions: { name: 'présentations', description: 'Qui vous êtes, et ce qui vous amène ici.' },
      questions: { name: 'questions', description: 'Questions sur les cours et les exercices, avec leurs réponses.' },
      projects: { name: 'projets', description: 'Ce sur quoi les gens travaillent ensemble.' },
    },
    welcome: {
      topic: 'bienvenue',
      content: `Bienvenue ! :wave: Ceci est un sujet : une conversation sur une seule chose, dans le canal dont le nom est en haut.

Répondez ici pour essayer. Votre réponse reste dans ce sujet et ne dérange aucune autre conversation.`,
    },
    topics: {
      topic: 'comment marchent les sujets',
      content: `* **Quelque chose de nouveau ?** Écrivez un nouveau sujet : quelques mots qui disent de quoi il s’agit.
* **Une question a sa réponse ?** Le menu d’un sujet contient *Marquer comme résolu*.
* **Un message est dans le mauvais sujet ?** Le menu d’un message permet de le déplacer.
* **C’est trop, ou c’est important ?** Le menu d’un sujet permet de le mettre en sourdine ou de le suivre.`,
    },
    asking: {
      topic: 'comment poser une question',
      content: `Donnez à chaque question son propre sujet, comme celui-ci. Qui connaît la réponse la trouve dans sa boîte de réception, même demain.

Pour appeler quelqu’un, écrivez \`@\` et le nom.`,
    },
  },
  emailNotPosted: (subject, reason) => `Votre e-mail \`${subject}\` n’a pas été publié. ${reason}`,
  emailRefused: {
    expired: 'L’e-mail auquel vous répondez est trop ancien. Répondez plutôt dans la conversation.',
    unproven: (address) =>
      `Rien ne prouve que l’e-mail vient de votre adresse ${address}. Répondez depuis cette adresse, avec un fournisseur qui signe vos e-mails (DKIM).`,
    conversation: 'La conversation n’existe plus, ou vous ne pouvez plus la lire.',
  },
  joined: (actor) => `${actor} a rejoint cette organisation.`,
  invitationAccepted: (actor) => `${actor} a accepté votre invitation à rejoindre l’organisation !`,
  subscribed: (actor, channel) => `${actor} vous a abonné à ${channel}.`,
  subscribedToSeveral: (actor) => `${actor} vous a abonné à ces canaux :`,
  channelsCreated: (actor, channels, names) =>
    `${actor} a créé ${channels === 1 ? 'un nouveau canal' : 'de nouveaux canaux'} : ${names}.`,
  addedToGroup: (actor, group) =>
    `${actor} vous a ajouté à ${group === undefined ? 'un groupe' : `ce groupe : ${group}`}.`,
  removedFromGroup: (actor, group) =>
    `${actor} vous a retiré ${group === undefined ? 'd’un groupe' : `de ce groupe : ${group}`}.`,
  channel: {
    created: (actor, privacy, description) => `${actor} a créé ce canal (${privacy}). ${description}`,
    archived: (actor) => `${actor} a archivé ce canal.`,
    restored: (actor) => `${actor} a sorti ce canal des archives.`,
    privacyChanged: (actor, before, after) => `${actor} a changé qui peut lire ce canal : ${after}. Avant : ${before}.`,
    privacy: {
      webPublic: 'public sur le web',
      public: 'public',
      shared: 'privé, avec les messages antérieurs',
      protected: 'privé, sans les messages antérieurs',
    },
    retentionChanged: (actor, before, after) =>
      `${actor} a changé la durée de conservation des messages ici : ${after}. Avant : ${before}.`,
    retention: {
      asRealm: 'comme les autres messages de l’organisation',
      forEver: 'pour toujours',
      days: (days) => (days === 1 ? 'un jour' : `${days} jours`),
    },
    folderRemoved: (actor) => `${actor} a sorti ce canal de son dossier.`,
    folderChanged: (actor, folder) =>
      `${actor} a déplacé ce canal dans ${folder === undefined ? 'un dossier' : `le dossier ${folder}`}.`,
    descriptionChanged: (actor) => `${actor} a modifié la description de ce canal.`,
    description: 'Description :',
    descriptionBefore: 'Avant :',
    descriptionAfter: 'Maintenant :',
    none: 'aucune.',
    renamed: (actor, before, after) => `${actor} a renommé ce canal : ${before} devient ${after}.`,
    renamedUnnamed: (actor) => `${actor} a renommé ce canal.`,
    postingChanged: (actor) => `${actor} a changé qui peut écrire dans ce canal.`,
  },
  move: {
    here: (actor, what, place) => `${actor} a déplacé ${what} ici depuis ${place}.`,
    away: (actor, what, place) => `${actor} a déplacé ${what} d’ici vers ${place}.`,
    topic: 'ce sujet',
    messages: (messages) => (messages === 1 ? 'un message' : `${messages} messages`),
    otherTopic: 'un autre sujet',
    privateChannel: 'un canal privé',
    otherChannel: 'un autre canal',
    generalChat: (channel) => `la discussion générale de ${channel}`,
  },
  resolved: (actor) => `${actor} a marqué ce sujet comme résolu.`,
  unresolved: (actor) => `${actor} a marqué ce sujet comme non résolu.`,
  reminder: {
    of: (message) => `Vous avez demandé que l’on vous rappelle ${message}.`,
    gone: 'Vous avez demandé que l’on vous rappelle un message que vous ne pouvez plus lire.',
    note: 'Votre note :',
    wrote: (author) => `${author} a écrit :`,
  },
  report: {
    summary: (reporter, message, author, reason) =>
      `${reporter} a signalé ${message}, écrit par ${author}. Motif : ${reason}.`,
    reasons: {
      spam: 'spam',
      harassment: 'harcèlement',
      inappropriate: 'contenu inapproprié',
      norms: 'violation des règles de la communauté',
      other: 'autre motif',
    },
    words: 'Le signalement dit :',
    message: 'Le message :',
  },
  scheduled: {
    failed: (time) => `Le message que vous aviez planifié pour ${time} n’a pas été envoyé :`,
    next: 'Vous pouvez le modifier ou le supprimer parmi vos [messages planifiés](#scheduled).',
  },
  exports: {
    ready:
      'Votre export de données est prêt. Les administrateurs trouvent son adresse parmi les exports de l’organisation.',
    failed: 'Votre export de données a échoué. Vous pouvez en demander un autre.',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `Votre bot ${bot} a essayé d’envoyer un message au canal ${channel}, mais ce canal n’existe pas. Cliquez [ici](#streams/new) pour le créer.`,
    unnamedChannelMissing: (bot) => `Votre bot ${bot} a essayé d’envoyer un message à un canal qui n’existe pas :`,
    refused: (service, bot) => `Une livraison de ${service} à votre bot ${bot} a échoué :`,
    cannotAnswer: 'Je ne peux pas répondre : mon programme a échoué.',
    failed: (bot, message_id, why) => `Le webhook de votre bot ${bot} a échoué pour le message ${message_id} : ${why}.`,
    disabled: (subscription, bot, why) =>
      `L’abonnement aux événements ${subscription} de votre bot ${bot} est désactivé : ${why}.`,
  },
  call: {
    started: 'Un appel a commencé.',
    join: 'Rejoindre l’appel',
    ended: (minutes, people) =>
      `Appel : ${minutes <= 1 ? `${minutes} minute` : `${minutes} minutes`}, ${people === 1 ? '1 personne' : `${people} personnes`}.`,
    missed: 'Appel manqué.',
    ringing: 'Vous appelle.',
    answer: 'Répondre',
    decline: 'Refuser',
  },
  notification: {
    hidden: 'Nouveau message',
    test: 'Les notifications fonctionnent dans ce navigateur.',
    mentionedYou: (name) => `${name} vous a mentionné :`,
    mentionedGroup: (name, group) => `${name} a mentionné @${group} :`,
    mentionedEveryone: (name) => `${name} a mentionné tout le monde :`,
  },
}

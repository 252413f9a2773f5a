import type { EmailWords } from './emails-en'

const list = new Intl.ListFormat('fr')

/** All text of the emails, in French. */
export const emailsFr: EmailWords = {
  ignore: 'Si ce n’était pas vous, vous pouvez ignorer ce message.',
  notYou: 'Si ce n’était pas vous, prévenez un administrateur de l’organisation.',
  account: (realm) => `Votre compte sur ${realm}`,
  password: (realm) => `Votre mot de passe sur ${realm}`,
  signUp: {
    ask: (realm) =>
      `Vous avez demandé un compte sur ${realm}. Pour choisir votre nom et votre mot de passe, ouvrez ce lien dans un délai d’un jour :`,
    ignore: 'Si ce n’était pas vous, vous pouvez ignorer ce message. Seul ce lien permet de créer le compte.',
  },
  hasAccount: {
    text: (realm) => `Quelqu’un a demandé un compte sur ${realm} avec cette adresse, mais elle en a déjà un.`,
    logIn: (url) =>
      `Si c’était vous, connectez-vous sur ${url}. Si vous avez oublié votre mot de passe, choisissez-en un nouveau sur ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm) => `Bienvenue sur ${realm}`,
    text: (realm) => `Vous avez maintenant un compte sur ${realm}, avec cette adresse.`,
    withPassword: (url) => `Tout client pour ce type de serveur se connecte à ${url} avec elle et votre mot de passe.`,
    withProvider: (url) => `Tout client pour ce type de serveur se connecte à ${url} comme vous venez de le faire.`,
  },
  founder: {
    hello: 'Cette organisation est à vous. Quatre étapes la préparent :',
    steps: (url) => [
      `1. Son nom et son image : ${url}/#organization/profile`,
      `2. Les canaux où commencent les nouveaux membres : ${url}/#organization/default-channels`,
      `3. Les personnes : ${url}/#organization/invitations`,
      `4. Ce qui peut vous interrompre : ${url}/#settings/notifications`,
    ],
    password: (url) =>
      `Si vous n’avez pas choisi votre mot de passe vous-même, changez-le d’abord : ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter, realm) => `${inviter} vous invite à rejoindre ${realm}`,
    hello: 'Bonjour !',
    ask: (inviter, realm) => `${inviter} vous invite à rejoindre ${realm}. Pour commencer, ouvrez ce lien :`,
    ignore: (inviter) =>
      `Ce lien n’est destiné qu’à vous. Si vous ne connaissez pas ${inviter}, vous pouvez ignorer ce message.`,
    isMember: (inviter, realm) =>
      `${inviter} vous invite à rejoindre ${realm}. Vous y avez déjà un compte avec cette adresse.`,
    logIn: (url) =>
      `Connectez-vous sur ${url}. Si vous avez oublié votre mot de passe, choisissez-en un nouveau sur ${url}/accounts/password/reset/`,
    unseen: (inviter) => `${inviter} ne peut voir ni à qui appartient cette adresse, ni qu’elle a un compte.`,
    reminderSubject: (inviter, realm) => `Rappel : ${inviter} vous invite à rejoindre ${realm}`,
    reminder: (inviter, realm, day) =>
      `${inviter} vous invite à rejoindre ${realm}. L’invitation prend fin le ${day}. Pour commencer, ouvrez ce lien :`,
  },
  onboarding: {
    topics: {
      subject: (realm) => `Les sujets séparent les conversations sur ${realm}`,
      paragraphs: [
        'Chaque message d’un canal a un sujet : quelques mots qui disent de quoi il s’agit, comme l’objet d’un e-mail.',
        'Vous lisez ainsi une conversation à la fois, et répondez à une ancienne question sans en déranger une nouvelle. Quand vous commencez quelque chose, écrivez un nouveau sujet. Vous pouvez suivre les sujets qui comptent pour vous, et mettre les autres en sourdine.',
      ],
    },
    guide: {
      subject: (realm) => `Comment suivre ce qui se passe sur ${realm}`,
      paragraphs: [
        'Commencez par votre boîte de réception : elle contient tout ce que vous n’avez pas lu, par conversation. Lisez ce qui compte, et marquez le reste comme lu.',
        'Mentionnez vos collègues avec @ et leur nom quand vous avez besoin d’eux. Ajoutez un rappel à un message auquel vous voulez répondre plus tard. Dans vos paramètres, vous choisissez ce qui vous notifie, et quand ne pas être dérangé.',
      ],
    },
    team: {
      subject: (realm) => `Comment une équipe passe à ${realm}`,
      paragraphs: [
        'Commencez avec quelques personnes qui travaillent ensemble chaque jour, et avec une conversation qu’elles ont ailleurs aujourd’hui. Invitez-les, et écrivez vous-même les premiers messages, chacun avec un sujet clair.',
        'Créez des canaux pour les équipes et les projets, et dites dans leur description ce qui y a sa place. Quand la première équipe est installée, invitez la suivante. Vous pouvez importer l’historique de votre ancien serveur de discussion.',
      ],
    },
    open: (url) => `Ouvrir votre organisation : ${url}`,
    unsubscribe: 'Vous pouvez arrêter ces e-mails ici :',
  },
  digest: {
    subject: (realm) => `Ce qui s’est passé sur ${realm}`,
    intro: (realm) => `Vous avez été absent de ${realm} pendant quelques jours. Voici ce qui s’est passé :`,
    more: (count, names) => `+ ${count} ${count < 2 ? 'autre message' : 'autres messages'}. Participants : ${names}.`,
    channels: (names) => `Nouveaux canaux : ${names}.`,
    open: (url) => `Ouvrir votre organisation : ${url}`,
    footer: 'Vous recevez cet e-mail une fois par semaine en cas d’absence. Vous pouvez l’arrêter ici :',
  },
  exported: {
    ready: (realm) => `L’export de ${realm} est prêt`,
    readyText: (url) =>
      `Les administrateurs trouvent son adresse parmi les exports de l’organisation, et peuvent l’y supprimer : ${url}/#organization/exports`,
    failed: (realm) => `L’export de ${realm} a échoué`,
    failedText: (url) => `Vous pouvez en demander un autre : ${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm) => `${realm} a été désactivée`,
    text: (realm) =>
      `L’organisation ${realm} a été désactivée, et plus personne ne peut se connecter. Ses données sont conservées. L’opérateur du serveur peut la réactiver.`,
  },
  realmReactivated: {
    subject: (realm) => `${realm} a été réactivée`,
    text: (realm, url) =>
      `L’opérateur du serveur a réactivé l’organisation ${realm}. Ses utilisateurs peuvent de nouveau se connecter : ${url}`,
  },
  deactivation: {
    subject: (realm) => `Votre compte sur ${realm} a été désactivé`,
    text: (realm) => `Votre compte sur ${realm} a été désactivé, et vous ne pouvez plus vous connecter.`,
    comment: 'Les administrateurs écrivent :',
  },
  reset: {
    ask: (realm) =>
      `Vous avez demandé un nouveau mot de passe pour votre compte sur ${realm}. Pour le choisir, ouvrez ce lien dans un délai d’un jour :`,
    ignore: 'Si ce n’était pas vous, vous pouvez ignorer ce message. Votre mot de passe ne change pas.',
    noAccount: (realm) => `Vous avez demandé un nouveau mot de passe sur ${realm}. Aucun compte n’y a cette adresse.`,
    changedSubject: (realm) => `Votre mot de passe sur ${realm} a changé`,
    changed: (realm) => `Votre compte sur ${realm} a un nouveau mot de passe, et chaque client doit se reconnecter.`,
    notYou: 'Si ce n’est pas vous qui l’avez changé, prévenez un administrateur de l’organisation.',
  },
  find: {
    subject: 'Vos organisations',
    found: 'Vous avez demandé dans quelles organisations votre adresse a un compte. Voici leurs adresses web :',
    none: 'Vous avez demandé dans quelles organisations votre adresse a un compte. Elle n’en a aucun ici.',
  },
  emailChange: {
    subject: (realm) => `Votre nouvelle adresse e-mail sur ${realm}`,
    ask: (realm) =>
      `Vous voulez utiliser cette adresse pour votre compte sur ${realm}. Pour la confirmer, ouvrez ce lien dans un délai d’un jour :`,
    takenSubject: (realm) => `Votre adresse e-mail sur ${realm}`,
    taken: (realm) =>
      `Quelqu’un veut utiliser cette adresse pour son compte sur ${realm}, mais un autre compte l’a déjà. Rien n’a changé.`,
    changedSubject: (realm) => `Votre adresse e-mail sur ${realm} a changé`,
    changed: (realm, email) => `Votre compte sur ${realm} a maintenant l’adresse ${email}.`,
    notYou: 'Si ce n’est pas vous qui l’avez changée, prévenez un administrateur de l’organisation.',
  },
  identityAdded: {
    subject: (provider, realm) => `${provider} ouvre maintenant votre compte sur ${realm}`,
    text: (provider, realm) =>
      `Votre compte sur ${realm} a été ouvert avec ${provider} pour la première fois. ${provider} a confirmé que cette adresse lui appartient.`,
  },
  newDevice: {
    program: (browser, system) =>
      [browser ?? 'un navigateur inconnu', ...(system === undefined ? [] : [system])].join(' sur '),
    subject: (realm, program) => `Nouvelle connexion à ${realm} avec ${program}`,
    text: (realm, { program, address, time }) =>
      `Une connexion à votre compte sur ${realm} a eu lieu avec ${program}, depuis l’adresse réseau ${address} : ${time}.`,
    notYou: (url) =>
      `Si ce n’était pas vous, choisissez un autre mot de passe sur ${url}/accounts/password/reset : toutes les sessions seront fermées. Prévenez ensuite un administrateur de l’organisation.`,
    unsubscribe: 'Vous pouvez arrêter ces e-mails ici :',
  },
  change: {
    subject: (realm) => `Une modification de votre compte sur ${realm}`,
    when: (realm, time) => `Cela s’est passé sur ${realm} : ${time}.`,
    logIn: 'Pour vous connecter et ajouter une clé d’accès, ouvrez ce lien dans un délai d’un jour :',
    of: {
      password: 'Le mot de passe de votre compte a été modifié.',
      email: 'L’adresse e-mail de votre compte a été modifiée.',
      passkey: 'Les clés d’accès de votre compte ont été modifiées.',
      one_time_codes: 'Les codes à usage unique de votre compte ont été modifiés.',
      recovery_codes: 'Les codes de récupération de votre compte ont été remplacés. Les anciens ne sont plus acceptés.',
      recovery_code_used:
        'Un code de récupération a servi à se connecter à votre compte. Il ne servira pas une seconde fois.',
      agent: 'Un agent a été connecté à votre compte. Il peut utiliser vos messages comme vous l’avez autorisé.',
      factors: 'Vos clés d’accès et vos codes à usage unique ont été retirés, pour que vous puissiez vous reconnecter.',
      provider: 'Les fournisseurs d’identité avec lesquels vous vous connectez ont été modifiés.',
    },
  },
  missed: {
    sender: (realm) => `Notifications de ${realm}`,
    hiddenSubject: 'Nouveaux messages',
    directSubject: (name) => `Messages directs avec ${name}`,
    yourself: 'vous-même',
    groupSubject: (names) => `Messages directs en groupe avec ${list.format(names)}`,
    others: (people) => `${people} autres`,
    more: (messages) =>
      messages === 1
        ? '1 autre message n’est pas dans cet e-mail.'
        : `${messages} autres messages ne sont pas dans cet e-mail.`,
    refusals: {
      realm: 'L’organisation n’autorise pas le texte des messages dans les e-mails.',
      user: 'Vos paramètres n’autorisent pas le texte des messages dans les e-mails.',
    },
    spoiler: 'Ouvrez la conversation pour voir le spoiler.',
    reply: 'Répondre dans la conversation',
    read: 'Lire les messages',
    choose: 'Choisir vos e-mails',
    stop: 'Ne plus recevoir ces e-mails',
    youCanReply: 'Vous pouvez aussi répondre à cet e-mail depuis cette adresse, pendant 30 jours.',
    doNotReply: 'Ne répondez pas à cet e-mail : personne ne lirait la réponse.',
    reasons: {
      direct_message: 'Vous recevez cet e-mail parce que vous avez reçu un message direct.',
      mentioned_by_name: 'Vous recevez cet e-mail parce que l’on vous a mentionné.',
      mentioned: 'Vous recevez cet e-mail parce qu’un groupe dont vous faites partie a été mentionné.',
      mentioned_group: (group) => `Vous recevez cet e-mail parce que @${group} a été mentionné.`,
      topic_wildcard_mentioned_in_followed_topic:
        'Vous recevez cet e-mail parce que tout le monde a été mentionné dans un sujet que vous suivez.',
      stream_wildcard_mentioned_in_followed_topic:
        'Vous recevez cet e-mail parce que, dans un sujet que vous suivez, tout le canal a été mentionné.',
      topic_wildcard_mentioned:
        'Vous recevez cet e-mail parce que tout le monde a été mentionné dans un sujet auquel vous participez.',
      stream_wildcard_mentioned: 'Vous recevez cet e-mail parce que tout le monde a été mentionné dans un canal.',
      followed_topic:
        'Vous recevez cet e-mail parce que vous suivez ce sujet et avez choisi d’en recevoir les e-mails.',
      channel: 'Vous recevez cet e-mail parce que vous avez choisi de recevoir les e-mails de ce canal.',
    },
  },
}

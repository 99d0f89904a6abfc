import { openApns } from './open-apns.ts';
import { openFcm, type PhoneService } from './open-fcm.ts';
import { readPushSettings, type PushSettings } from './read-push-settings.ts';
import { pushTimeoutMs } from './push-service.rules.ts';
import { ServiceRests } from './service-rests.ts';

/** What a process keeps for notifying: connections, tokens, and what it knows of services that do not answer. */
export interface PhoneServices {
  readonly fcm: PhoneService | undefined;
  readonly apns: PhoneService | undefined;
  readonly rests: ServiceRests;
  /** Of origins that anyone may run: apart, so that however many there are, they displace no known service. */
  readonly otherRests: ServiceRests;
  close(): void;
}

export function openPhoneServices(settings: PushSettings): PhoneServices {
  const { fcm, apns } = readPushSettings(settings);
  // The world's time: what is signed for others is dated in theirs, however far the sandbox's clock was moved.
  const common = { timeoutMs: pushTimeoutMs, worldNowMs: () => Date.now() };
  const services = {
    fcm: fcm && openFcm({ ...fcm, ...common }),
    apns: apns && openApns({ ...apns, ...common }),
  };
  return {
    ...services,
    rests: new ServiceRests(),
    otherRests: new ServiceRests(undefined, { grows: true }),
    close() {
      services.fcm?.close();
      services.apns?.close();
    },
  };
}

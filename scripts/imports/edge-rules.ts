import { isBuiltin } from 'node:module';
import { rankOf } from './areas.ts';
import { packageOf, screenOf } from './layers.ts';
import type { Edge, PackageJson, RuleCode } from './violation.ts';

/** Platform files without clock or I/O, which rules may import. */
const PURE_PLATFORM = new Set([
  'src/platform/money.ts',
  'src/platform/ids.ts',
  'src/platform/problem.ts',
  'src/platform/normal-form.ts',
  'src/platform/http/language.ts',
  'src/platform/pages/fill-text.ts',
  'src/platform/words/field-words.ts',
]);
/** Files from which rules may import only types: rules get the time as a parameter. */
const PURE_PLATFORM_TYPES = new Set(['src/platform/clock.ts']);
const PURE_NODE_MODULES = new Set(['node:assert', 'node:assert/strict', 'node:buffer']);

const PRIVATE_LAYERS = new Set(['store', 'routes', 'jobs', 'page', 'commands']);
const SERVICE_FILE_MAY_IMPORT = new Set(['routes', 'jobs', 'page', 'commands']);
const STORE_IMPORTERS = new Set(['operation', 'jobs', 'store']);
const STORE_MAY_IMPORT = new Set(['rules', 'store', 'problems', 'context', 'settings']);
const ABOVE_OPERATIONS = ['routes', 'schemas', 'page', 'jobs', 'commands', 'open', 'service'];
const ABOVE_JOBS = ['routes', 'schemas', 'page', 'commands', 'open', 'service'];
const FASTIFY_LAYERS = new Set(['routes', 'schemas', 'page', 'open']);
/** Layers that assemble a service. */
const TOP_LAYERS = new Set(['service', 'open']);

type EdgeRule = (edge: Edge, packageJson: PackageJson) => string | undefined;

/** Each rule checks one import and returns a sentence if it is a violation. */
export const EDGE_RULES: ReadonlyArray<readonly [RuleCode, EdgeRule]> = [
  ['services-apart', servicesApart],
  ['platform-below', platformBelow],
  ['app-assembles', appAssembles],
  ['areas-in-order', areasInOrder],
  ['features-private', featuresPrivate],
  ['rules-pure', rulesPure],
  ['store-below', storeBelow],
  ['operations-below', operationsBelow],
  ['operations-below', fastifyAtTheEdge],
  ['product-alone', productAlone],
  ['screens-apart', screensApart],
];

function servicesApart({ from, to }: Edge): string | undefined {
  if (from.service === undefined || to?.service === undefined || from.service === to.service)
    return undefined;
  return `Services never import each other: ${from.service} reaches into ${to.path}.`;
}

function platformBelow({ from, to }: Edge): string | undefined {
  if (from.isTest || to === undefined) return undefined;
  if (from.area === 'platform' && (to.service !== undefined || isAbove(to))) {
    return `The platform must not import services or the app: ${to.path}.`;
  }
  if (from.area === 'service' && isAbove(to))
    return `A service must not import the modules that mount it: ${to.path}.`;
  return undefined;
}

function isAbove(to: { area: string }): boolean {
  return to.area === 'app' || to.area === 'entry';
}

function appAssembles({ from, to }: Edge): string | undefined {
  if (from.isTest || to === undefined || from.area === 'test' || from.area === 'bench') return undefined;
  if (from.area === 'app') {
    return to.area === 'entry' ? `app.ts is imported by ${to.path}, never the other way round.` : undefined;
  }
  // Platform imports of a service are reported by `platform-below`.
  if (to.service === undefined || from.area === 'platform') return undefined;
  if (from.service === undefined) return `Only app.ts mounts services: ${to.path} is not for ${from.path}.`;
  if (from.service !== to.service || !TOP_LAYERS.has(to.layer)) return undefined;
  if (to.layer === 'service') return `Only app.ts imports ${to.path}.`;
  return from.layer === 'service' ? undefined : `Only the ${from.service} service imports ${to.path}.`;
}

function areasInOrder({ from, to }: Edge): string | undefined {
  if (from.isTest || from.service === undefined || from.service !== to?.service) return undefined;
  const [rank, imported] = [from, to].map((place) => rankOf(place.service ?? '', place.serviceArea ?? ''));
  if (rank === undefined || imported === undefined || imported <= rank) return undefined;
  return `${to.path} is in ${to.serviceArea}, an area above ${from.serviceArea}: see scripts/imports/areas.ts.`;
}

function featuresPrivate({ from, to }: Edge): string | undefined {
  if (from.isTest || to?.feature === undefined || from.service !== to.service) return undefined;
  if (from.feature === to.feature) {
    return to.layer === 'store' && !STORE_IMPORTERS.has(from.layer)
      ? `${to.path} serves the operations, jobs and stores of its feature, not its ${from.layer}.`
      : undefined;
  }
  if (!PRIVATE_LAYERS.has(to.layer)) return undefined;
  if (TOP_LAYERS.has(from.layer) && SERVICE_FILE_MAY_IMPORT.has(to.layer)) return undefined;
  return `${to.path} belongs to ${to.feature} alone; others use its operations and rules.`;
}

function rulesPure({ from, to, specifier, typeOnly }: Edge): string | undefined {
  if (from.isTest || from.layer !== 'rules') return undefined;
  const pure =
    to === undefined
      ? PURE_NODE_MODULES.has(specifier)
      : to.layer === 'rules' || PURE_PLATFORM.has(to.path) || (typeOnly && PURE_PLATFORM_TYPES.has(to.path));
  return pure
    ? undefined
    : `Rules import rules and the pure platform files alone, not ${to?.path ?? specifier}.`;
}

function storeBelow({ from, to }: Edge): string | undefined {
  if (from.isTest || from.layer !== 'store' || to === undefined || to.area === 'platform') return undefined;
  if (from.service !== to.service || STORE_MAY_IMPORT.has(to.layer)) return undefined;
  return `A store must not import ${to.path}: only rules, stores of its feature and the platform.`;
}

function operationsBelow({ from, to }: Edge): string | undefined {
  if (from.isTest || from.feature === undefined || to?.service === undefined || from.service !== to.service) {
    return undefined;
  }
  const above = { operation: ABOVE_OPERATIONS, jobs: ABOVE_JOBS }[from.layer] ?? [];
  // Imports of another feature and of the service itself are reported by their own rules.
  if (!above.includes(to.layer) || TOP_LAYERS.has(to.layer)) return undefined;
  if (from.feature !== to.feature && PRIVATE_LAYERS.has(to.layer)) return undefined;
  return `${from.layer === 'jobs' ? 'Jobs' : 'An operation'} must not import ${to.path}, which calls ${from.layer === 'jobs' ? 'them' : 'it'}.`;
}

function fastifyAtTheEdge({ from, specifier, to }: Edge): string | undefined {
  if (from.isTest || to !== undefined || !packageOf(specifier).includes('fastify')) return undefined;
  if (!from.path.startsWith('src/') || from.path.startsWith('src/platform/http/')) return undefined;
  if (FASTIFY_LAYERS.has(from.layer)) return undefined;
  return `Only routes, schemas, pages, files that open a service, and platform/http may import ${specifier}.`;
}

function productAlone({ from, to, specifier, typeOnly }: Edge, packageJson: PackageJson): string | undefined {
  const isProduct = (from.path.startsWith('src/') && !from.isTest) || from.area === 'bin';
  if (!isProduct) return undefined;
  if (to !== undefined) {
    const isTool = to.area === 'test' || to.area === 'bench' || to.area === 'scripts' || to.isTest;
    return isTool ? `The product runs without ${to.path}.` : undefined;
  }
  const name = packageOf(specifier);
  if (isBuiltin(specifier) || name in { ...packageJson.dependencies, ...packageJson.optionalDependencies }) {
    return undefined;
  }
  const isForDevelopment = name in { ...packageJson.devDependencies };
  // Type imports are erased at run time.
  if (isForDevelopment && typeOnly) return undefined;
  return isForDevelopment
    ? `${name} is a development dependency, absent where the product is installed.`
    : `${name} is not among the dependencies of package.json.`;
}

/** Packages that run in a browser. Only `router/screens.ts` loads screens, each when it is first shown. */
const BROWSER_PACKAGES = new Set(['preact', 'htm', '@praca/client']);
const SHARED_WITH_SERVER = 'web/app/router/places.ts';

function screensApart({ from, to, specifier }: Edge): string | undefined {
  if (from.isTest) return undefined;
  if (from.area !== 'web') {
    return from.path.startsWith('src/') && to?.area === 'web' && to.path !== SHARED_WITH_SERVER
      ? `Of the app the server knows ${SHARED_WITH_SERVER} alone, not ${to.path}.`
      : undefined;
  }
  if (to === undefined) {
    return BROWSER_PACKAGES.has(packageOf(specifier)) ? undefined : `${specifier} is not served to browsers.`;
  }
  if (to.area !== 'web') return `A browser is not given ${to.path}.`;
  const [one, other] = [screenOf(from.path), screenOf(to.path)];
  if (other === undefined || one === other || from.path === 'web/app/router/screens.ts') return undefined;
  return one === undefined
    ? `Code shared by screens must not import ${to.path}.`
    : `Screens do not import each other: ${to.path} belongs to ${other}.`;
}

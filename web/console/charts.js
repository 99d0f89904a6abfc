// Draws the charts described by `data-chart`. The table behind each chart has the same figures.
(() => {
  const locales = { en: 'en-GB', pt: 'pt-BR', de: 'de-DE' };
  const dashes = [[], [6, 3], [2, 3], [9, 3, 2, 3], [4, 2]];

  const colorOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

  const formatsOf = ({ language, unit, decimals, hasHours, isSmall }) => {
    const locale = locales[language] ?? 'en-GB';
    const money = unit === 'EUR' ? { style: 'currency', currency: 'EUR' } : {};
    const most = unit === 'EUR' ? 2 : 8;
    const number = new Intl.NumberFormat(locale, {
      ...money,
      ...(decimals === undefined ? {} : { minimumFractionDigits: decimals }),
      maximumFractionDigits: decimals ?? most,
    });
    const short = new Intl.NumberFormat(locale, {
      ...money,
      // A small chart shows a narrow range, so short figures would all be the same.
      notation: isSmall ? 'standard' : 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: decimals ?? 2,
    });
    const day = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      timeZone: hasHours ? undefined : 'UTC',
    });
    const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
    return {
      // The caption names the unit.
      value: (value) => (value === null || value === undefined ? '–' : number.format(value)),
      axis: (value) => short.format(value),
      moment: (seconds) => {
        const at = new Date(seconds * 1000);
        return hasHours ? `${day.format(at)}, ${time.format(at)}` : day.format(at);
      },
      tick: (seconds, stepSeconds) => {
        const at = new Date(seconds * 1000);
        return hasHours && stepSeconds < 86_400 ? time.format(at) : day.format(at);
      },
    };
  };

  // Stacks the series: each is drawn as the cumulative sum, the largest first, so that the next one covers its lower
  // part.
  const stack = (series) => {
    const sums = [];
    for (const { values } of series) {
      const below = sums.at(-1);
      sums.push(values.map((value, index) => (value ?? 0) + (below?.[index] ?? 0)));
    }
    return sums.toReversed();
  };

  const heightOf = (plot, { isSmall }) => (isSmall ? 140 : plot.clientWidth < 480 ? 200 : 260);

  const draw = (plot) => {
    const data = JSON.parse(plot.dataset.chart);
    const formats = formatsOf(data);
    const isBars = data.kind === 'bars';
    const shown = isBars ? data.series.toReversed() : data.series;
    const times = data.times.map((ms) => ms / 1000);
    const legend = document.createElement('p');
    legend.className = 'legend';
    legend.setAttribute('aria-live', 'polite');
    const box = document.createElement('div');
    plot.replaceChildren(legend, box);

    const say = (index) => {
      const at = index ?? times.length - 1;
      const moment = document.createElement('span');
      moment.className = 'soft';
      moment.textContent = formats.moment(times[at]);
      legend.replaceChildren(
        moment,
        ...data.series.map(({ label, color, values }, order) => {
          const entry = document.createElement('span');
          entry.className = isBars ? 'series' : `series line-${order}`;
          entry.style.setProperty('--color', `var(--${color})`);
          const figure = document.createElement('b');
          figure.textContent = formats.value(values[at]);
          entry.append(label, ' ', figure);
          return entry;
        }),
      );
    };

    const step = times.length > 1 ? times[1] - times[0] : 86_400;
    const fewPoints = times.length < 60;
    const seriesOf = ({ color }, index) => {
      const stroke = colorOf(color);
      return isBars
        ? {
            stroke,
            fill: stroke,
            width: 0,
            points: { show: false },
            paths: uPlot.paths.bars({ size: [0.7, 48], radius: 0.15 }),
          }
        : {
            stroke,
            width: 2,
            dash: dashes[index % dashes.length],
            points: { show: fewPoints && times.length < 2, fill: stroke, size: 8 },
            spanGaps: false,
          };
    };
    const axis = { stroke: colorOf('soft'), font: '12px system-ui', ticks: { show: false }, gap: 8 };
    const reach = (min, max) => {
      // More may be refunded than credited.
      if (isBars) return [min < 0 ? min * 1.05 : 0, max > 0 ? max * 1.05 : min < 0 ? 0 : 1];
      if (min === null || max === null) return [0, 1];
      const room = (max - min || Math.abs(max) || 1) * 0.08;
      return [min - room, max + room];
    };
    const margin = isBars || times.length === 1 ? step / 2 : 0;
    const days = [1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * 86_400);
    const chart = new uPlot(
      {
        width: Math.max(plot.clientWidth, 200),
        height: heightOf(plot, data),
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { size: 8 }, y: false },
        scales: {
          x: {
            time: true,
            range: () => [times[0] - margin, times.at(-1) + margin],
          },
          y: { range: (_, min, max) => reach(min, max) },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 70,
            ...(data.hasHours ? {} : { incrs: days }),
            values: (_, ticks) =>
              ticks.map((tick) => formats.tick(tick, (ticks[1] ?? tick + 86_400) - ticks[0])),
          },
          {
            ...axis,
            grid: { stroke: colorOf('line'), width: 1 },
            size: (_, labels) => 20 + 7 * Math.max(5, ...(labels ?? []).map((label) => label.length)),
            space: data.isSmall ? 30 : 40,
            values: (_, ticks) => ticks.map(formats.axis),
          },
        ],
        series: [{}, ...shown.map(seriesOf)],
        hooks: { setCursor: [({ cursor }) => say(cursor.idx ?? undefined)] },
      },
      [times, ...(isBars ? stack(data.series) : data.series.map(({ values }) => values))],
      box,
    );
    say();

    // Moves the crosshair by keys.
    plot.tabIndex = 0;
    let at = times.length - 1;
    plot.addEventListener('keydown', (event) => {
      const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: times.length - 1 };
      if (!(event.key in moves)) return;
      event.preventDefault();
      at = Math.min(Math.max(moves[event.key], 0), times.length - 1);
      chart.setCursor({ left: chart.valToPos(times[at], 'x'), top: 10 });
      say(at);
    });
    return chart;
  };

  const open = (plot) => {
    let chart = draw(plot);
    const table = plot.parentElement?.querySelector('details');
    if (table) table.open = false;
    let width = plot.clientWidth;
    new ResizeObserver(() => {
      if (plot.clientWidth === width) return;
      width = plot.clientWidth;
      chart.setSize({ width: Math.max(width, 200), height: heightOf(plot, JSON.parse(plot.dataset.chart)) });
    }).observe(plot);
    // A canvas keeps its colours, so a change of the theme needs a new drawing.
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      chart.destroy();
      chart = draw(plot);
    });
  };
  for (const plot of document.querySelectorAll('[data-chart]')) open(plot);
  document.addEventListener('redrawn', (event) => {
    for (const plot of event.target.querySelectorAll('[data-chart]')) open(plot);
  });
})();

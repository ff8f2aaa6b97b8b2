'use strict';
(() => {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const drawn = new Map();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  // Options come with the numbers; only looks that depend on the reader's screen are added here.
  function dressed(option, width) {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink').trim();
    const line = style.getPropertyValue('--line').trim();
    const label = l => l && l.width ? {...l, width: Math.min(l.width, 0.4 * width)} : l;
    const axis = a => ({...a, axisLabel: {color: ink, ...label(a.axisLabel)}, nameTextStyle: {color: ink, ...a.nameTextStyle},
      axisLine: {lineStyle: {color: line}}, splitLine: {lineStyle: {color: line}, ...a.splitLine}});
    const axes = a => a === undefined ? undefined : Array.isArray(a) ? a.map(axis) : axis(a);
    const series = s => s.type === 'scatter' ? {...s, itemStyle: {color: ink}}
      : s.type === 'tree' ? {...s, label: {color: ink, ...s.label}, lineStyle: {color: line}, itemStyle: {color: ink}} : s;
    return {
      animation: !still.matches, backgroundColor: 'transparent', textStyle: {color: ink, fontFamily: 'sans-serif'},
      ...option, series: option.series.map(series), xAxis: axes(option.xAxis), yAxis: axes(option.yAxis),
      // Drawn, because a tooltip of HTML has its style in attributes, which the page's policy forbids.
      tooltip: option.tooltip && {renderMode: 'richText', ...option.tooltip},
      legend: option.legend && {textStyle: {color: ink}, ...option.legend},
      visualMap: option.visualMap && {textStyle: {color: ink}, ...option.visualMap},
    };
  }

  // A legend takes as many lines as it needs, and the chart grows by them: nothing is cut off or on another page.
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '12px sans-serif';
  function legendLines(option, width) {
    let lines = 1;
    let used = 0;
    for (const name of option.legend ? option.legend.data : []) {
      const size = pen.measureText(name).width + 41;
      if (used > 0 && used + size > width) {
        lines++;
        used = 0;
      }
      used += size;
    }
    return lines;
  }

  function draw(id, frame) {
    const element = document.getElementById(id);
    const option = charts[id].frames[frame];
    const width = element.clientWidth;
    const more = 22 * (legendLines(option, width) - 1);
    element.style.height = charts[id].height + more + 'px';
    if (!drawn.has(id)) {
      drawn.set(id, {chart: echarts.init(element, null, {renderer: 'svg'}), frame});
    }
    const state = drawn.get(id);
    state.frame = frame;
    state.chart.resize();
    const placed = option.grid ? {...option, grid: {...option.grid, top: option.grid.top + more}} : option;
    state.chart.setOption(dressed(placed, width), true);
    element.dataset.frame = frame;
  }

  for (const id of Object.keys(charts)) {
    draw(id, charts[id].start || 0);
  }
  const redraw = () => drawn.forEach((state, id) => draw(id, state.frame));
  dark.addEventListener('change', redraw);
  addEventListener('resize', redraw);
  // Charts are drawn for paper before it is laid out: black, and as narrow as a sheet.
  addEventListener('beforeprint', () => {
    document.documentElement.classList.add('paper');
    redraw();
  });
  addEventListener('afterprint', () => {
    document.documentElement.classList.remove('paper');
    redraw();
  });

  for (const slider of document.querySelectorAll('input.slider')) {
    slider.addEventListener('input', () => {
      const id = slider.dataset.chart;
      const at = Number(slider.value);
      document.getElementById(id + '-name').textContent = charts[id].names[at];
      document.getElementById(id + '-words').textContent = charts[id].words[at];
      slider.setAttribute('aria-valuetext', charts[id].names[at]);
      draw(id, at);
    });
  }

  // A row is shown if it has what is searched for, and every choice made above the table.
  function filter(id) {
    const search = document.querySelector(`input[type=search][data-table="${id}"]`);
    const choices = Array.from(document.querySelectorAll(`select[data-table="${id}"]`)).filter(s => s.value !== '');
    const wanted = search.value.toLowerCase();
    for (const row of document.getElementById(id).tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted)
        || choices.some(s => '=' + row.cells[s.dataset.column].textContent !== s.value);
    }
  }
  for (const control of document.querySelectorAll('input[type=search], select')) {
    control.addEventListener('input', () => filter(control.dataset.table));
  }

  function csv(table) {
    const quoted = text => /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
    return Array.from(table.rows, row => Array.from(row.cells,
      cell => quoted(cell.dataset.value === undefined ? cell.textContent : cell.dataset.value)).join(',')).join('\n') + '\n';
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch (denied) { // pages opened from a file may not have a clipboard
      const area = document.body.appendChild(document.createElement('textarea'));
      area.value = text;
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  }

  for (const button of document.querySelectorAll('button.copy')) {
    button.addEventListener('click', async () => {
      await copy(csv(document.getElementById(button.dataset.table)));
      button.textContent = 'copied';
    });
  }

  for (const button of document.querySelectorAll('button.download')) {
    button.addEventListener('click', () => {
      const content = JSON.parse(document.getElementById(button.dataset.for).textContent);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([content], {type: 'text/csv'}));
      link.download = button.dataset.name;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
})();
